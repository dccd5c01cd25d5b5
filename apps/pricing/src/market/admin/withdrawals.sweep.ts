import { Injectable } from '@nestjs/common';
import { LeaderSweep } from '../asking/market.lease.js';
import { WithdrawalsService } from './withdrawals.service.js';

/** Turns in which a withdrawal is seen before it counts as cut off: 12 seconds by default, where its caller waits four. */
const TURNS = 4;

/** Ends what a withdrawal that was cut off has begun: boards and holds would keep the wrong price. */
@Injectable()
export class WithdrawalsSweep extends LeaderSweep {
  /** In how many turns in succession each of those that are begun was seen. */
  private seen: ReadonlyMap<string, number> = new Map();

  constructor(private readonly withdrawals: WithdrawalsService) {
    super();
  }

  protected async lead(): Promise<void> {
    const begun = (await this.withdrawals.listBegun()).map((each) => ({ ...each, key: `${each.metal} ${each.seq}` }));
    const { seen } = this;
    this.seen = new Map(begun.map(({ key }) => [key, (seen.get(key) ?? 0) + 1]));
    for (const { seq, metal, key } of begun) if ((seen.get(key) ?? 0) >= TURNS) await this.withdrawals.finish(seq, metal);
  }
}
