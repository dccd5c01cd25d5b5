import {
  DETAILED_SOURCE,
  entriesOf,
  type Hold,
  heldQuote,
  importDuty,
  type ImportDuty,
  type LandedDay,
  limits,
  LIVE,
  marketStatus,
  type Metal,
  metalsWithoutRow,
  type PublishedRateList,
  type Quote,
  type RateRows,
  RowsBasis,
  SAMPLE_SOURCE,
  type ShopProfile,
  type ShownState,
  type StateKey,
} from '@sarafa/contracts';
import { landedTexts, NO_MARGINS, type StatesWithoutRow } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { Answer, asciiJson } from './answer.js';
import { MarketClock } from './market-clock.js';
import { LISTS, listOfShop } from './published-lists.js';
import { type PricedRates, pricedHold, pricedList, pricedQuote } from './priced-rates.js';
import { ownRowsJson, type ShownRows, shownRowsOf, standardRowsJson } from './rows-json.js';

/** What an answer was made from, with the answer. Inputs are compared by identity. */
interface Made {
  readonly priced: PricedRates;
  readonly state: ShownState;
  readonly day: LandedDay | null;
  /** Only of rows of a metal whose state is its own. */
  readonly others: StatesWithoutRow<ShownState> | undefined;
  readonly answer: Answer;
}

/** The states of metals, and what they were made from. */
interface Others {
  readonly states: object;
  readonly metals: readonly Metal[];
  readonly others: StatesWithoutRow<ShownState>;
}

/** Shops whose prices and rows are the same at every quote, so that ten thousand shops share a few hundred answers. */
export interface PriceGroup {
  /** The group's own list of rows; undefined for the standard rows. */
  readonly list: ShownRows | undefined;
  made?: Made;
  /** The turn of `PriceAnswers` in which `made` was last found to be right. */
  turn?: number;
}

/** A shop of a group, and the hold that is on there. */
interface Priced {
  readonly shop: PricedShop;
  readonly hold: Hold | null;
  readonly group: PriceGroup;
}

export interface PricedShop {
  readonly profile: ShopProfile;
  /** A key of the shop's margins and city, equal for shops that have the same. */
  readonly priceKey: string;
  /** The interval at which the shop's rates move, as an id of `heldQuote`. */
  readonly held: string;
  /** Kept from quote to quote: only a change of the profile or of the rows looks for another group. */
  grouped?: { readonly rows: RateRows | null; readonly group: PriceGroup };
}

/** The state that decides all prices, beside that of a shop. */
const MARKET: StateKey[] = [heldQuote, importDuty, marketStatus, ...LISTS];

/**
 * With more groups the list of groups begins anew. Shops keep the groups that they have; a new shop only doesn't share these any
 * more.
 */
const MOST_GROUPS = 20_000;

/** The prices of every shop, made on first use after a change and then kept. */
@Injectable()
export class PriceAnswers {
  // By identity: changed state is a new object, so the rates of the old one die with it.
  private readonly quotes = new WeakMap<Quote, { readonly duty: ImportDuty; readonly priced: PricedRates }>();
  private readonly fixed = new WeakMap<PublishedRateList | Hold, PricedRates>();
  /** By weak references: a group that no shop is in any more would keep the rates of its last quote in memory. */
  private readonly groups = new Map<string, WeakRef<PriceGroup>>();
  /** A hold is of one shop, so its group of one ends with it. */
  private readonly holds = new WeakMap<Hold, { readonly of: PriceGroup; readonly group: PriceGroup }>();
  /** The same object until one of the states changes, because answers are compared by it. */
  private readonly others = new WeakMap<PricedRates, Others>();
  private detailedPrices?: Pick<Made, 'priced' | 'state'> & { readonly answer: Answer };
  private lastOrigin?: { priced: PricedRates; state: ShownState; city: string; text: string };
  /** Raised whenever any prices may have changed, so that each group is looked at once for a quote, and not each board. */
  private turn = 0;

  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {
    state.onChange((stateKey) => {
      if (MARKET.includes(stateKey)) this.turn++;
    });
    clock.onChange(() => this.turn++);
  }

  /** From memory alone; undefined when a part of the market isn't known yet. */
  of({ shop, hold, group }: Priced): Answer | undefined {
    if (group.turn === this.turn) return group.made!.answer;
    const priced = this.pricedFor(shop, hold);
    const state = priced && this.stateOf(priced);
    if (!state) return undefined;
    const others = group.list?.hasOthers ? this.othersOf(priced) : undefined;
    const day = this.dayOf(shop, priced);
    const { made } = group;
    group.turn = this.turn;
    if (made?.priced === priced && made.state === state && made.day === day && made.others === others) return made.answer;
    const { landed, dutyChanged } = priced;
    const context = { margins: shop.profile, state, day: { day, landed, book: priced.rowBook }, dutyChanged };
    const json = group.list
      ? ownRowsJson(group.list, priced.rowBook, context, others)
      : standardRowsJson(priced.book.ratesFor(shop.profile), context);
    const answer = this.withRows(json, priced, state, shop.profile);
    group.made = { priced, state, day, others, answer };
    return answer;
  }

  /** How the rates of a shop stand; undefined when a part isn't known yet. */
  stateOfShop(shop: PricedShop, hold: Hold | null): ShownState | undefined {
    const priced = this.pricedFor(shop, hold);
    return priced && this.stateOf(priced);
  }

  /** The metals that no standard row is of, and whose market prices are stale where the shop's boards show them. */
  staleMetals(shop: PricedShop): Metal[] {
    const shown = this.market(shop.held);
    const stale = entriesOf((shown && this.othersOf(shown)) ?? {}, metalsWithoutRow).filter(([, state]) => state === 'stale');
    return stale.map(([metal]) => metal);
  }

  /** `rows` are null for a shop without any. */
  groupOf(shop: PricedShop, rows: RateRows | null, hold: Hold | null): PriceGroup {
    if (!shop.grouped || shop.grouped.rows !== rows) shop.grouped = { rows, group: this.groupWith(shop, rows) };
    const { group } = shop.grouped;
    if (!hold) return group;
    let held = this.holds.get(hold);
    if (held?.of !== group) this.holds.set(hold, (held = { of: group, group: { list: group.list } }));
    return held.group;
  }

  private groupWith({ profile, priceKey, held }: PricedShop, rows: RateRows | null): PriceGroup {
    const list = rows?.rows_mode === 'own' ? shownRowsOf(rows) : undefined;
    const key = `${priceKey} ${profile.rate_list_id ?? ''} ${held} ${list?.key ?? ''}`;
    let group = this.groups.get(key)?.deref();
    if (!group) {
      if (this.groups.size >= MOST_GROUPS) this.groups.clear();
      this.groups.set(key, new WeakRef((group = { list })));
    }
    return group;
  }

  private withRows(rows: string, priced: PricedRates, state: ShownState, profile: ShopProfile): Answer {
    const { seq, rateList, held } = priced;
    const special = `"seq":${seq},"rate_list":${asciiJson(rateList)},"held":${asciiJson(held)}`;
    return new Answer(
      pricesText(priced.book.ratesJsonFor(profile), `${this.origin(priced, state, profile.city)},${special},${rows}`),
    );
  }

  /** With duty and without margins, from the last accepted quote. */
  detailed(): Answer | undefined {
    const priced = this.market(LIVE);
    if (!priced) return undefined;
    const state = this.stateOf(priced);
    const made = this.detailedPrices;
    if (!state || (made?.priced === priced && made.state === state)) return made?.answer;
    const source = priced.isSample ? SAMPLE_SOURCE : DETAILED_SOURCE;
    const answer = new Answer(
      pricesText(priced.book.ratesJsonFor(NO_MARGINS), originText({ ...priced, source }, state, limits.city)),
    );
    this.detailedPrices = { priced, state, answer };
    return answer;
  }

  /** What the rows of a shop are priced from, whatever rows the shop has. */
  basis(shop: PricedShop, hold: Hold | null = null): RowsBasis | undefined {
    const priced = this.pricedFor(shop, hold);
    if (!priced) return undefined;
    return {
      landed: landedTexts(priced.landed),
      margins: RowsBasis.shape.margins.parse(shop.profile),
      lastUpdated: priced.at,
    };
  }

  private stateOf({ held, rateList, listedUntil, isSample }: PricedRates): ShownState | undefined {
    if (held) return 'held';
    if (rateList) return Date.now() < listedUntil ? 'listed' : 'stale';
    return isSample ? 'sample' : this.clock.rateState;
  }

  /** The same for all shops of a city, so it is serialised once. */
  private origin(priced: PricedRates, state: ShownState, city: string): string {
    if (this.lastOrigin?.priced !== priced || this.lastOrigin.state !== state || this.lastOrigin.city !== city) {
      this.lastOrigin = { priced, state, city, text: originText(priced, state, city) };
    }
    return this.lastOrigin.text;
  }

  private pricedFor(shop: PricedShop, hold: Hold | null): PricedRates | undefined {
    if (hold) return this.kept(hold, pricedHold);
    if (!shop.profile.rate_list_id) return this.market(shop.held);
    const list = this.listOf(shop);
    // A list that is gone has no rates: those of the market would be other rates than the shop has chosen.
    return list && this.kept(list, pricedList);
  }

  /** Undefined where all metals have the state of the whole answer: a list of fixed rates has one time for all of them. */
  private othersOf(priced: PricedRates): StatesWithoutRow<ShownState> | undefined {
    const { rateList, isSample, heldStates, staleTimes } = priced;
    if (rateList || isSample) return undefined;
    const states = this.clock.statesWithoutRow;
    const last = this.state.peek(heldQuote, LIVE);
    if (heldStates || !staleTimes || !last) return heldStates ?? states;
    // How the last accepted price stands says nothing of an older one that is still held.
    const stale = entriesOf(staleTimes, metalsWithoutRow).filter(([metal, at]) => at !== last[metal]?.at);
    const metals = stale.map(([metal]) => metal);
    let made = this.others.get(priced);
    if (made?.states !== states || made.metals.join() !== metals.join()) {
      const others = { ...states, ...Object.fromEntries(metals.map((metal) => [metal, 'stale' as const])) };
      this.others.set(priced, (made = { states, metals, others }));
    }
    return made.others;
  }

  private listOf({ profile }: PricedShop): PublishedRateList | undefined {
    const list = listOfShop(this.state, profile);
    if (profile.rate_list_id === profile.id) this.clock.watchOwnList(profile.id, list);
    return list;
  }

  /**
   * A hold changes nothing of the day that the rates are compared with, but prices with the duty of before can't be compared with
   * those of a day that has another one. While no duty is known, as where NATS has lost its data, the one of before isn't another.
   */
  private dayOf(shop: PricedShop, { held, duty }: PricedRates): LandedDay | null {
    const { rate_list_id } = shop.profile;
    const known = this.state.peek(importDuty, '');
    if (held && duty && known && duty.lastUpdated !== known.lastUpdated) return null;
    const day = rate_list_id ? this.listOf(shop)?.day : this.state.peek(heldQuote, shop.held)?.day;
    return day?.dayNumber === this.clock.dayNumber ? day : null;
  }

  private kept<K extends PublishedRateList | Hold>(key: K, price: (key: K) => PricedRates): PricedRates {
    let priced = this.fixed.get(key);
    if (!priced) this.fixed.set(key, (priced = price(key)));
    return priced;
  }

  private market(interval: string): PricedRates | undefined {
    const [quote, duty] = [this.state.peek(heldQuote, interval), this.state.peek(importDuty, '')];
    if (!quote || !duty) return undefined;
    let found = this.quotes.get(quote);
    if (found?.duty !== duty) this.quotes.set(quote, (found = { duty, priced: pricedQuote(quote, duty) }));
    return found.priced;
  }
}

function pricesText(rates: string, origin: string): string {
  return `{${rates},${origin}}`;
}

/** The source of the rates, and their state. */
function originText(
  { at, source, duty }: Pick<PricedRates, 'at' | 'source' | 'duty'>,
  state: ShownState,
  city: string,
): string {
  return (
    `"lastUpdated":"${at}","updated_at":"${at}","source":${asciiJson(source)},"city":${asciiJson(city)},` +
    `"stale":${state === 'stale'},"state":"${state}"${dutyJson(duty)}`
  );
}

function dutyJson(duty: ImportDuty | null): string {
  if (!duty) return '';
  const { changed: _, ...said } = duty;
  return `,"duty":${asciiJson(said)}`;
}
