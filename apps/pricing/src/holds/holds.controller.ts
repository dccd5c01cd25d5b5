import { type Actor, type DynamicPriceInterval, holds } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { HoldsService } from './holds.service.js';

interface Start {
  readonly userId: string;
  readonly until: string;
  readonly interval: DynamicPriceInterval;
  readonly rate_list_id: string | null;
}

@Controller()
export class HoldsController {
  constructor(private readonly rates: HoldsService) {}

  @Handles(holds.start)
  start({ userId, until, ...shown }: Start, actor: Actor) {
    return this.rates.start(actor, userId, new Date(until), shown);
  }

  @Handles(holds.end)
  async end({ userId }: { userId: string }, actor: Actor) {
    await this.rates.end(actor, userId);
    return {};
  }
}
