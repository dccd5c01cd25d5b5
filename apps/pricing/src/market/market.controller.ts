import { type Actor, type HistoryQuery, prices, type Withdrawal } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { MarketAdminService } from './admin/market.admin.service.js';
import { MarketHistoryService } from './admin/market.history.service.js';
import { QuarantineService } from './judging/quarantine.service.js';
import { WithdrawalsService } from './admin/withdrawals.service.js';

@Controller()
export class MarketController {
  constructor(
    private readonly market: MarketAdminService,
    private readonly quarantine: QuarantineService,
    private readonly withdrawals: WithdrawalsService,
    private readonly past: MarketHistoryService,
  ) {}

  @Handles(prices.refresh)
  async refresh(_: object, actor: Actor) {
    await this.market.refresh(actor);
    return {};
  }

  @Handles(prices.setUpdateInterval)
  setUpdateInterval({ interval }: { interval: number }, actor: Actor) {
    return this.market.setUpdateInterval(actor, interval);
  }

  @Handles(prices.listQuarantine)
  listQuarantine(_: object, actor: Actor) {
    return this.quarantine.list(actor);
  }

  @Handles(prices.release)
  release({ id }: { id: string }, actor: Actor) {
    return this.quarantine.release(actor, id);
  }

  @Handles(prices.listQuotes)
  listQuotes(_: object, actor: Actor) {
    return this.withdrawals.list(actor);
  }

  @Handles(prices.withdraw)
  withdraw({ seq, metal }: Withdrawal, actor: Actor) {
    return this.withdrawals.withdraw(actor, seq, metal);
  }

  @Handles(prices.history)
  history(query: HistoryQuery, actor: Actor) {
    return this.past.history(actor, query);
  }
}
