import { type Actor, holds } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { HoldsService, type WantedHold } from './holds.service.js';

interface Start extends Omit<WantedHold, 'until' | 'at' | 'seen'> {
  readonly userId: string;
  readonly until: string;
  readonly at?: string;
  readonly seq?: number | null;
  readonly set_at?: string | null;
  readonly duty_at?: string | null;
}

@Controller()
export class HoldsController {
  constructor(private readonly rates: HoldsService) {}

  @Handles(holds.start)
  start({ userId, until, at, seq, set_at, duty_at, ...shown }: Start, actor: Actor) {
    const times = { until: new Date(until), at: new Date(at ?? 0) };
    return this.rates.start(actor, userId, { ...times, ...shown, seen: { seq, set_at, duty_at } });
  }

  @Handles(holds.end)
  async end({ userId }: { userId: string }, actor: Actor) {
    await this.rates.end(actor, userId);
    return {};
  }

  @Handles(holds.beyond)
  async beyond({ at }: { at: string }, actor: Actor) {
    return { ids: await this.rates.beyond(actor, new Date(at)) };
  }
}
