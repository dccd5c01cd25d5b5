import {
  boardHold,
  boardRateRows,
  type DynamicPriceInterval,
  entriesOf,
  type Hold,
  tickQuote,
  importDuty,
  type LandedDay,
  listOfHold,
  EVERY_QUOTE,
  Metal,
  metalsWithoutRow,
  type PublishedRateList,
  type RateRows,
  RowsBasis,
  type ShopProfile,
  shopRateList,
  type ShownState,
  type StateKey,
} from '@sarafa/contracts';
import { dayWith, landedTexts, rateListState, type StatesWithoutRow } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { Answer } from './answer.js';
import { byIdentity, byKey } from './derived.js';
import { MarketClock } from './market-clock.js';
import { listOfShop } from './published-lists.js';
import { type BaseRates, ratesOfHold, ratesOfList, ratesOfQuote } from './base-rates.js';
import { detailedPrices, type PriceGroup, shownPrices, shownRowsOf } from './shown-prices.js';

/** What decides a shop's prices beside its profile. Without these it has no prices yet, but everything else. */
export const PRICING: StateKey[] = [boardRateRows, boardHold, shopRateList];

/** What decides how a shop stands to the market. */
export interface PricedShop {
  readonly profile: ShopProfile;
  readonly minutes: DynamicPriceInterval;
  /** When time alone changes something of the shop; milliseconds since 1970. */
  readonly until: number;
}

/** What a shop's prices are made from beside the market. Right until the shop's own state or the price settings change. */
export interface ShopPricing {
  readonly shop: PricedShop;
  readonly hold: Hold | null;
  readonly group: PriceGroup;
  /** When time alone changes this; milliseconds since 1970. */
  readonly until: number;
}

const MOST_GROUPS = 20_000;

/** The prices of every shop, from memory: made on first use after a change, and then the same object until the next one. */
@Injectable()
export class PriceAnswers {
  private readonly groups = byKey<PriceGroup>(MOST_GROUPS);

  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {}

  /** Undefined while a part isn't known. */
  pricing(shop: PricedShop): ShopPricing | undefined {
    const { id } = shop.profile;
    const [rows, hold] = [this.state.peek(boardRateRows, id), this.holdOf(id)];
    if (rows === undefined || hold === undefined) return undefined;
    const until = hold ? Math.min(shop.until, Date.parse(hold.until)) : shop.until;
    return { shop, hold, group: this.groupOf(shop.profile, shop.minutes, rows), until };
  }

  /** Undefined while a part of the market isn't known. */
  of({ shop, hold, group }: ShopPricing): Answer | undefined {
    const base = this.baseFor(shop, hold);
    const state = base && this.stateOf(base);
    if (!state) return undefined;
    const statesWithoutRow = group.ownRows?.hasMetalWithoutRow ? this.statesWithoutRowOf(base) : undefined;
    return shownPrices(hold ?? group, group, base, state, statesWithoutRow, this.dayOf(shop, base, hold));
  }

  /** How the rates of a shop stand; undefined when a part isn't known yet. */
  stateOfShop(shop: PricedShop): ShownState | undefined {
    const base = this.baseFor(shop, this.holdOf(shop.profile.id) ?? null);
    return base && this.stateOf(base);
  }

  /** The metals that no standard row is of, and whose market prices are stale where the shop's boards show them. */
  staleMetals(shop: PricedShop): Metal[] {
    const shown = this.market(String(shop.minutes));
    const stale = entriesOf((shown && this.statesWithoutRowOf(shown)) ?? {}, metalsWithoutRow).filter(
      ([, state]) => state === 'stale',
    );
    return stale.map(([metal]) => metal);
  }

  detailed(): Answer | undefined {
    const base = this.market(EVERY_QUOTE);
    const state = base && this.stateOf(base);
    return state && detailedPrices(base, state);
  }

  /** What the rows of a shop are priced from, whatever rows the shop has. */
  basis(shop: PricedShop): RowsBasis | undefined {
    const base = this.baseFor(shop, this.holdOf(shop.profile.id) ?? null);
    if (!base) return undefined;
    return {
      landed: landedTexts(base.landed),
      margins: RowsBasis.shape.margins.parse(shop.profile),
      lastUpdated: base.at,
    };
  }

  /** When the hold that is on ends, in milliseconds since 1970; undefined without one. */
  holdEnd(userId: string): number | undefined {
    const hold = this.holdOf(userId);
    return hold ? Date.parse(hold.until) : undefined;
  }

  /** The hold that is on; null for none, undefined when it isn't known yet. */
  private holdOf(userId: string): Hold | null | undefined {
    const hold = this.state.peek(boardHold, userId);
    return hold && Date.now() >= Date.parse(hold.until) ? null : hold;
  }

  private readonly groupOf = byIdentity(
    (profile: ShopProfile, minutes: DynamicPriceInterval, rows: RateRows | null): PriceGroup => {
      const { city, rate_list_id, sell_margin, buy_margin } = profile;
      const ownRows = rows?.rows_mode === 'own' ? shownRowsOf(rows) : undefined;
      const margins = [...Metal.options.map((metal) => profile[`${metal}_margin`]), sell_margin, buy_margin];
      const key = JSON.stringify([margins, city, rate_list_id, minutes, ownRows?.key]);
      return this.groups(key, () => ({ margins: profile, city, ownRows }));
    },
  );

  private stateOf({ held, list, isSample }: BaseRates): ShownState | undefined {
    if (held) return 'held';
    if (list) return rateListState(list, Date.now());
    return isSample ? 'sample' : this.clock.rateState;
  }

  private baseFor({ profile, minutes }: PricedShop, hold: Hold | null): BaseRates | undefined {
    if (hold) return ratesOfHold(hold);
    if (!profile.rate_list_id) return this.market(String(minutes));
    const list = this.listOf(profile);
    // A list that is gone has no rates: those of the market would be other rates than the shop has chosen.
    return list && ratesOfList(list);
  }

  private market(interval: string): BaseRates | undefined {
    const [quote, duty] = [this.state.peek(tickQuote, interval), this.state.peek(importDuty, '')];
    return quote && duty ? ratesOfQuote(quote, duty) : undefined;
  }

  private listOf(profile: ShopProfile): PublishedRateList | undefined {
    const list = listOfShop(this.state, profile);
    if (profile.rate_list_id === profile.id) this.clock.watchOwnList(profile.id, list);
    return list;
  }

  /** Undefined where all metals have the state of the whole answer: a list of fixed rates has one time for all of them. */
  private statesWithoutRowOf(base: BaseRates): StatesWithoutRow<ShownState> | undefined {
    const { rateList, isSample, heldStates, staleTimes } = base;
    if (rateList || isSample) return undefined;
    const states = this.clock.statesWithoutRow;
    const last = this.state.peek(tickQuote, EVERY_QUOTE);
    if (!staleTimes || !last) return heldStates ?? states;
    // How the last accepted price stands says nothing of an older one that is still held.
    const stale = entriesOf(staleTimes, metalsWithoutRow).filter(([metal, at]) => at !== last[metal]?.at);
    return withStale(states, stale.map(([metal]) => metal).join());
  }

  /**
   * A hold changes nothing of the day that the rates are compared with, but held prices can't be compared with a day of another list,
   * or of the market in place of a list, nor with one that has another duty. While no duty is known, as where NATS has lost its data,
   * the one of before isn't another.
   */
  private dayOf({ profile, minutes }: PricedShop, { held, duty, landed }: BaseRates, hold: Hold | null): LandedDay | null {
    if (hold && (listOfHold(hold)?.id ?? null) !== (profile.rate_list_id ?? null)) return null;
    const known = this.state.peek(importDuty, '');
    if (held && duty && known && duty.lastUpdated !== known.lastUpdated) return null;
    const day = profile.rate_list_id ? this.listOf(profile)?.day : this.state.peek(tickQuote, String(minutes))?.day;
    if (day?.dayNumber !== this.clock.dayNumber) return null;
    return hold ? day : dayWithNow(day, landed);
  }
}

const dayWithNow = byIdentity(dayWith);

/** The states with these metals as stale. `metals` are joined by commas, because texts are compared by what they say. */
const withStale = byIdentity((states: StatesWithoutRow, metals: string): StatesWithoutRow<ShownState> => {
  const stale = metals.split(',').filter((metal) => metal !== '');
  return stale.length === 0 ? states : { ...states, ...Object.fromEntries(stale.map((metal) => [metal, 'stale' as const])) };
});
