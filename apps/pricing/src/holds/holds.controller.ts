import { type Actor, holds } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { HoldsService, type WantedHold } from './holds.service.js';

interface Start extends Omit<WantedHold, 'until' | 'at'> {
  readonly userId: string;
  readonly until: string;
  readonly at?: string;
}

@Controller()
export class HoldsController {
  constructor(private readonly rates: HoldsService) {}

  @Handles(holds.start)
  start({ userId, until, at, ...shown }: Start, actor: Actor) {
    return this.rates.start(actor, userId, { until: new Date(until), at: new Date(at ?? 0), ...shown });
  }

  @Handles(holds.end)
  async end({ userId }: { userId: string }, actor: Actor) {
    await this.rates.end(actor, userId);
    return {};
  }
}
