import { type Actor, rateRows, type SentRateRows } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { RateRowsService } from './rate-rows.service.js';

@Controller()
export class RateRowsController {
  constructor(private readonly rows: RateRowsService) {}

  @Handles(rateRows.get)
  get({ userId }: { userId: string }, actor: Actor) {
    return this.rows.get(actor, userId);
  }

  @Handles(rateRows.replace)
  replace({ userId, ...list }: SentRateRows & { userId: string }, actor: Actor) {
    return this.rows.replace(actor, userId, list);
  }
}
