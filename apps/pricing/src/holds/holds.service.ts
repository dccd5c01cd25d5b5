import {
  type Actor,
  AppError,
  type DynamicPriceInterval,
  type Held,
  importDutyOf,
  type PublishedRateList,
  type ShownState,
  texts,
} from '@sarafa/contracts';
import { requireShop, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { DutiesRepository } from '../duties/duties.repository.js';
import { HeldQuotes } from '../market/held-quotes.js';
import { publishedList } from '../rate-lists/rate-lists.publisher.js';
import { RateListsRepository } from '../rate-lists/rate-lists.repository.js';
import type { ShopHoldDocument } from './hold.schema.js';
import { HoldsPublisher } from './holds.publisher.js';
import { HoldsRepository, type NewHold } from './holds.repository.js';

/** What a shop's boards show. */
interface ShownRates {
  readonly interval: DynamicPriceInterval;
  readonly rate_list_id: string | null;
  readonly state?: ShownState;
  readonly stale_metals?: string[];
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
    private readonly quotes: HeldQuotes,
    private readonly duties: DutiesRepository,
    private readonly lists: RateListsRepository,
    private readonly state: StateCache,
  ) {}

  async start(actor: Actor, userId: string, { until, at, ...shown }: WantedHold): Promise<Held> {
    await requireShop(this.state, actor, userId);
    // A hold would make old rates look chosen.
    if (shown.state === 'stale') throw new AppError('CONFLICT', texts.hold.tooOld);
    for (;;) {
      // A hold that has ended on boards must not go on with its old rates because the clock here is behind theirs.
      const since = new Date(Math.max(Date.now(), at.getTime()));
      const hold =
        (await this.holds.extend(userId, since, until)) ??
        (await this.holds.begin(userId, { since, until, ...(await this.ratesOf(shown, since)) }));
      if (!hold) continue;
      await this.publisher.publishSoon(hold);
      return heldOf(hold);
    }
  }

  async end(actor: Actor, userId: string): Promise<void> {
    await requireShop(this.state, actor, userId);
    const hold = await this.holds.release(userId);
    if (hold) await this.publisher.publishSoon(hold);
  }

  private async ratesOf(
    { interval, rate_list_id, stale_metals = [] }: ShownRates,
    now: Date,
  ): Promise<Omit<NewHold, 'since' | 'until'>> {
    const [quote, duty] = await Promise.all([this.quotes.shownAt(interval, now.getTime()), this.duties.find()]);
    const rate_list = rate_list_id === null ? null : await this.listOf(rate_list_id);
    if (!rate_list && !(quote && duty)) throw noRates();
    return { quote: quote ?? null, duty: duty && importDutyOf(duty, duty.changed_at.toISOString()), rate_list, stale_metals };
  }

  private async listOf(id: string): Promise<PublishedRateList> {
    const list = await this.lists.find(id);
    if (!list) throw noRates();
    return publishedList(list);
  }
}

function noRates(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.ratesNotAvailable);
}

function heldOf({ since, until }: ShopHoldDocument): Held {
  return { since: since.toISOString(), until: until.toISOString() };
}
