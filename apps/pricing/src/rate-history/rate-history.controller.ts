import { type Actor, type HistorySpan, rateHistory } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { RateHistoryService } from './rate-history.service.js';

@Controller()
export class RateHistoryController {
  constructor(private readonly past: RateHistoryService) {}

  @Handles(rateHistory.landed)
  landed({ span, rate_list_id }: { span: HistorySpan; rate_list_id: string | null }, actor: Actor) {
    return this.past.landed(actor, span, rate_list_id);
  }
}
