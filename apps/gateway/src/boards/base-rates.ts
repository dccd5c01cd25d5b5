import {
  dutiesOf,
  entriesOf,
  type Held,
  type TickQuote,
  type Hold,
  type ImportDuty,
  listOfHold,
  Metal,
  metalsWithoutRow,
  type PublishedRateList,
  type Quote,
  type ShownRateList,
  type ShownState,
} from '@sarafa/contracts';
import {
  landedPrices,
  type LandedPrices,
  listedPrices,
  quoteSource,
  quoteTime,
  type RateBook,
  rateBook,
  type RowBook,
  rowBook,
  type StatesWithoutRow,
} from '@sarafa/domain';
import { byIdentity } from './derived.js';

/** Landed prices with where they come from: what the rates of all shops that have them are made of, each with its margins. */
export interface BaseRates {
  readonly landed: LandedPrices;
  readonly rateBook: RateBook;
  readonly rowBook: RowBook;
  /** The number of the quote that the rates are of; null for a list's. */
  readonly seq: number | null;
  /** The time that the rates are shown with. */
  readonly at: string;
  readonly source: string;
  readonly isSample: boolean;
  /** The list that the rates are of. */
  readonly rateList: ShownRateList | null;
  /** The list itself, which says when its rates grow old. */
  readonly list: PublishedRateList | null;
  readonly held: Held | null;
  /** The duty that is in the prices; null for those of a list. */
  readonly duty: ImportDuty | null;
  /** The metals whose prices have another duty in them than a day before. */
  readonly dutyChanged: ReadonlySet<string>;
  /** Of held prices of the market: the states of the metals that no standard row is of. */
  readonly heldStates?: StatesWithoutRow<ShownState>;
  /** Of prices of the market: the times of these metals where they were stale when boards took them. */
  readonly staleTimes?: Readonly<Partial<Record<Metal, string>>>;
}

type Origin = Pick<BaseRates, 'seq' | 'at' | 'source' | 'isSample' | 'rateList' | 'list' | 'duty' | 'dutyChanged'>;

const DAY_MS = 86_400_000;
const NOTHING: ReadonlySet<string> = new Set();

function baseRates(landed: LandedPrices, origin: Origin, held: Held | null): BaseRates {
  return { landed, rateBook: rateBook(landed), rowBook: rowBook(landed), ...origin, held };
}

function quoteOrigin(quote: Quote, duty: ImportDuty): Origin {
  const { seq, sample: isSample } = quote;
  const origin = { seq, at: quoteTime(quote), source: quoteSource(quote), isSample, rateList: null, list: null, duty };
  return { ...origin, dutyChanged: dutyChanged(quote, duty) };
}

function listOrigin(list: PublishedRateList): Origin {
  const { name, set_at } = list;
  return {
    seq: null,
    at: set_at,
    source: name,
    isSample: false,
    rateList: { name, set_at },
    list,
    duty: null,
    dutyChanged: NOTHING,
  };
}

/** By the quote's own time, so that prices that stand still need no clock. A price that contains its duty doesn't move with it. */
function dutyChanged(quote: Quote, { changed = [], lastUpdated }: ImportDuty): ReadonlySet<string> {
  const isOver = Date.parse(quoteTime(quote)) >= Date.parse(lastUpdated) + DAY_MS;
  const moved = entriesOf(quote, Metal.options).filter(([metal, said]) => changed.includes(metal) && !said.dutyIncluded);
  return isOver ? NOTHING : new Set(moved.map(([metal]) => metal));
}

export const ratesOfQuote = byIdentity((quote: TickQuote, duty: ImportDuty): BaseRates => {
  const shown = baseRates(landedPrices(quote, dutiesOf(duty)), quoteOrigin(quote, duty), null);
  const stale = entriesOf(quote, metalsWithoutRow).filter(([metal]) => quote.stale_metals?.includes(metal));
  return stale.length === 0 ? shown : { ...shown, staleTimes: Object.fromEntries(stale.map(([metal, { at }]) => [metal, at])) };
});

export const ratesOfList = byIdentity((list: PublishedRateList): BaseRates =>
  baseRates(listedPrices(list), listOrigin(list), null),
);

/** What the shop had when its hold began. */
export const ratesOfHold = byIdentity((hold: Hold): BaseRates => {
  const held = { since: hold.since, until: hold.until };
  if ('purity_list' in hold || hold.rate_list) {
    const list = listOfHold(hold)!;
    return baseRates(listedPrices(list), listOrigin(list), held);
  }
  const stands = baseRates(landedPrices(hold.quote, dutiesOf(hold.duty)), quoteOrigin(hold.quote, hold.duty), held);
  return { ...stands, heldStates: heldStates(hold.stale_metals ?? []) };
});

/** A price that was stale when the hold began stays so: the hold would make it look chosen. */
function heldStates(stale: readonly string[]): StatesWithoutRow<ShownState> {
  return Object.fromEntries(metalsWithoutRow.map((metal) => [metal, stale.includes(metal) ? 'stale' : 'held']));
}
