import {
  accountState,
  type Actor,
  AppError,
  type DynamicPriceInterval,
  type Held,
  importDutyOf,
  type PublishedRateList,
  texts,
} from '@sarafa/contracts';
import { requireOwnerOrAdmin, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { DutiesRepository } from '../duties/duties.repository.js';
import { HeldQuotes } from '../market/held-quotes.js';
import { publishedList } from '../rate-lists/rate-lists.publisher.js';
import { RateListsRepository } from '../rate-lists/rate-lists.repository.js';
import type { ShopHoldDocument } from './hold.schema.js';
import { HoldsPublisher } from './holds.publisher.js';
import { HoldsRepository, type NewHold } from './holds.repository.js';

/** What a shop's boards show. */
export interface ShownRates {
  readonly interval: DynamicPriceInterval;
  readonly rate_list_id: string | null;
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

  async start(actor: Actor, userId: string, until: Date, shown: ShownRates): Promise<Held> {
    await this.requireShop(actor, userId);
    for (;;) {
      const since = new Date();
      const hold =
        (await this.holds.extend(userId, since, until)) ??
        (await this.holds.begin(userId, { since, until, ...(await this.ratesOf(shown, since)) }));
      if (!hold) continue;
      await this.publisher.publishSoon(hold);
      return heldOf(hold);
    }
  }

  async end(actor: Actor, userId: string): Promise<void> {
    await this.requireShop(actor, userId);
    const now = new Date();
    const hold = await this.holds.extend(userId, now, now);
    if (hold) await this.publisher.publishSoon(hold);
  }

  private async ratesOf({ interval, rate_list_id }: ShownRates, now: Date): Promise<Omit<NewHold, 'since' | 'until'>> {
    const [quote, duty] = await Promise.all([this.quotes.shownAt(interval, now.getTime()), this.duties.find()]);
    const rate_list = rate_list_id === null ? null : await this.listOf(rate_list_id);
    if (!quote || !duty) throw noRates();
    return { quote, duty: importDutyOf(duty, duty.changed_at.toISOString()), rate_list };
  }

  private async listOf(id: string): Promise<PublishedRateList> {
    const list = await this.lists.find(id);
    if (!list) throw noRates();
    return publishedList(list);
  }

  /** Throws `FORBIDDEN` for another shop, and `NOT_FOUND` for a shop that doesn't exist. */
  private async requireShop(actor: Actor, userId: string): Promise<void> {
    requireOwnerOrAdmin(actor, userId);
    const account = await this.state.load(accountState, userId);
    if (account?.role !== 'user') throw new AppError('NOT_FOUND', texts.users.notFound);
  }
}

function noRates(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.ratesNotAvailable);
}

function heldOf({ since, until }: ShopHoldDocument): Held {
  return { since: since.toISOString(), until: until.toISOString() };
}
