import {
  type Actor,
  duties,
  dutiesOf,
  tickQuote,
  holds,
  type ImportDuty,
  importDuty,
  EVERY_QUOTE,
  type NextDuty,
  users,
} from '@sarafa/contracts';
import { landedPrices, movesWithDuty, NO_MARGINS, rateBook } from '@sarafa/domain';
import { RpcClient, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { allPages } from '../all-pages.js';

/** What the next configured duty changes, before it is in force. */
@Injectable()
export class NextDutyReads {
  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
  ) {}

  async read(actor: Actor): Promise<NextDuty> {
    const { duty: next } = await this.rpc.call(duties.next, {}, actor);
    if (!next) return { next: null };
    const [quote, present, boards] = await Promise.all([
      this.state.load(tickQuote, EVERY_QUOTE),
      this.state.load(importDuty, ''),
      this.boardsThatMove(next.from, actor),
    ]);
    const ratesWith = (duty: Omit<ImportDuty, 'lastUpdated'>) =>
      quote && rateBook(landedPrices(quote, dutiesOf(duty))).ratesFor(NO_MARGINS);
    const [now, then] = [present && ratesWith(present), ratesWith(next)];
    const moved = (row: 'gold_24k' | 'silver') => {
      const [before, after] = [now?.[row].sell ?? null, then?.[row].sell ?? null];
      return before === null || after === null ? null : { now: before, next: after };
    };
    return { next: { ...next, gold_24k: moved('gold_24k'), silver: moved('silver'), boards } };
  }

  private async boardsThatMove(at: string, actor: Actor): Promise<number> {
    const [pages, { ids }] = await Promise.all([
      allPages((from) => this.rpc.call(users.listShops, from, actor)),
      this.rpc.call(holds.beyond, { at }, actor),
    ]);
    const held = new Set(ids);
    const shops = pages.flatMap((page) => page.shops);
    return shops.filter((shop) => movesWithDuty(shop, held.has(shop.id), Date.parse(at))).length;
  }
}
