import {
  type Actor,
  AppError,
  type DynamicPriceInterval,
  type Held,
  isFormer,
  PublishedRateList,
  type Quote,
  type ShownState,
  texts,
} from '@sarafa/contracts';
import { rateListState } from '@sarafa/domain';
import { requireAdmin, requireShop, shopNameOf, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { DutiesRepository } from '../duties/duties.repository.js';
import { publishedDuty } from '../duties/duty.schema.js';
import { TickQuotes } from '../market/publishing/tick-quotes.js';
import { publishedList } from '../rate-lists/rate-lists.publisher.js';
import { RateListsRepository } from '../rate-lists/rate-lists.repository.js';
import { shopListOf } from '../shop-rate-lists/shop-rate-lists.publisher.js';
import { ShopRateListsRepository } from '../shop-rate-lists/shop-rate-lists.repository.js';
import type { ShopHoldDocument } from './hold.schema.js';
import { HoldsPublisher } from './holds.publisher.js';
import { HoldsRepository, type NewHold } from './holds.repository.js';

/** Rates that were shown within this time may still be held. */
const SEEN_MS = 120_000;

/** What a shop's boards show. */
interface ShownRates {
  readonly interval: DynamicPriceInterval;
  readonly rate_list_id: string | null;
  readonly state?: ShownState;
  readonly stale_metals?: string[];
  /** The quote and its duty, or the setting of the list, that the person saw who holds the rates. */
  readonly seen: {
    readonly seq?: number | null | undefined;
    readonly set_at?: string | null | undefined;
    readonly duty_at?: string | null | undefined;
  };
}

export interface WantedHold extends ShownRates {
  readonly until: Date;
  /** The gateway's time when it was asked. */
  readonly at: Date;
}

/** Rates that a shop holds (rule 3.19). */
@Injectable()
export class HoldsService {
  constructor(
    private readonly holds: HoldsRepository,
    private readonly publisher: HoldsPublisher,
    private readonly quotes: TickQuotes,
    private readonly duties: DutiesRepository,
    private readonly lists: RateListsRepository,
    private readonly ownLists: ShopRateListsRepository,
    private readonly state: StateCache,
  ) {}

  async beyond(actor: Actor, at: Date): Promise<string[]> {
    requireAdmin(actor);
    return this.holds.idsBeyond(at);
  }

  async start(actor: Actor, userId: string, { until, at, ...shown }: WantedHold): Promise<Held> {
    const shop = { id: userId, name: shopNameOf(await requireShop(this.state, actor, userId)) };
    if (shown.state === 'stale') throw tooOld();
    for (;;) {
      // A hold that has ended on boards must not go on with its old rates because the clock here is behind theirs.
      const since = new Date(Math.max(Date.now(), at.getTime()));
      const hold =
        (await this.holds.extend(shop, since, until)) ??
        (await this.holds.begin(shop, { since, until, ...(await this.ratesOf(userId, shown, since)) }));
      if (!hold) continue;
      await this.publisher.publishSoon(hold);
      return heldOf(hold);
    }
  }

  async end(actor: Actor, userId: string): Promise<void> {
    const name = shopNameOf(await requireShop(this.state, actor, userId));
    const hold = await this.holds.release({ id: userId, name }, new Date());
    if (hold) await this.publisher.publishSoon(hold);
  }

  private async ratesOf(
    userId: string,
    { interval, rate_list_id, seen, stale_metals = [] }: ShownRates,
    now: Date,
  ): Promise<Omit<NewHold, 'since' | 'until'>> {
    const rate_list = rate_list_id === null ? null : await this.listOf(userId, rate_list_id, seen.set_at, now);
    // Whoever saw a list's rates must not hold the market's for having been taken off the list, nor the reverse.
    if (rate_list ? typeof seen.seq === 'number' : seen.set_at) throw moved();
    const seq = rate_list ? undefined : seen.seq;
    // Whatever else stood in such a hold, gateways of the release before would show.
    if (rate_list && !isFormer(rate_list)) {
      return { quote: null, duty: null, rate_list: null, purity: { since: now, list: rate_list }, stale_metals };
    }
    const [quote, duty] = await Promise.all([this.quoteOf(interval, seq, now), this.duties.find()]);
    if (!rate_list && !(quote && duty)) throw noRates();
    // The number of a quote stays the same when the duty in its price changes.
    const isOtherDuty = duty && seen.duty_at && Date.parse(seen.duty_at) !== Date.parse(publishedDuty(duty).lastUpdated);
    if (!rate_list && isOtherDuty) throw moved();
    return { quote, duty: duty && publishedDuty(duty), rate_list, purity: null, stale_metals };
  }

  /** Somebody who holds what is on the screen must get that, also when the market moves at that moment. */
  private async quoteOf(interval: DynamicPriceInterval, seq: number | null | undefined, now: Date): Promise<Quote | null> {
    const shown = await this.quotes.shownAt(interval, now.getTime());
    if (typeof seq !== 'number' || seq === shown?.seq) return shown;
    const seen = await this.quotes.shownWithin(interval, seq, now.getTime(), SEEN_MS);
    if (!seen) throw moved();
    if (await this.quotes.wasStale(interval, seen, now.getTime())) throw tooOld();
    return seen;
  }

  private async listOf(userId: string, id: string, set_at: string | null | undefined, now: Date): Promise<PublishedRateList> {
    const own = id === userId ? await this.ownLists.findByUser(id) : null;
    const listed = own || id === userId ? null : await this.lists.find(id);
    const list = own ? shopListOf(own) : listed && publishedList(listed);
    if (!list) throw noRates();
    if (!set_at || Date.parse(set_at) === Date.parse(list.set_at)) return list;
    const history = own ? await this.ownLists.revisions(id) : ((await this.lists.history(id)) ?? []);
    const place = history.findIndex((setting) => setting.set_at.getTime() === Date.parse(set_at));
    const [seen, next] = [history[place], history[place - 1]];
    if (!seen || !next || now.getTime() - next.set_at.getTime() > SEEN_MS) throw moved();
    // Without what this setting lacked, also where a later one has it.
    const { day, name, valid_hours } = list;
    const held = PublishedRateList.parse({ name, valid_hours, ...seen, set_at: seen.set_at.toISOString(), id, _id: id, day });
    if (rateListState(held, next.set_at.getTime()) === 'stale') throw tooOld();
    return held;
  }
}

function moved(): AppError {
  return new AppError('CONFLICT', texts.hold.moved);
}

/** A hold would make old rates look chosen. */
function tooOld(): AppError {
  return new AppError('CONFLICT', texts.hold.tooOld);
}

function noRates(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.ratesNotAvailable);
}

function heldOf({ since, until }: ShopHoldDocument): Held {
  return { since: since.toISOString(), until: until.toISOString() };
}
