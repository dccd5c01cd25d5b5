import {
  dutiesOf,
  type Held,
  type Hold,
  type ImportDuty,
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
  listedUntil,
  quoteSource,
  quoteTime,
  type RateBook,
  rateBook,
  type RowBook,
  rowBook,
  type StatesWithoutRow,
} from '@sarafa/domain';

/** Landed prices with where they come from, and the rates of all shops that have them. */
export interface PricedRates {
  readonly landed: LandedPrices;
  readonly book: RateBook;
  readonly rowBook: RowBook;
  /** The number of the quote that the rates are of; null for a list's. */
  readonly seq: number | null;
  /** The time that the rates are shown with. */
  readonly at: string;
  readonly source: string;
  readonly isSample: boolean;
  /** The list that the rates are of. */
  readonly rateList: ShownRateList | null;
  /** When the rates of the list grow old; milliseconds since 1970. */
  readonly listedUntil: number;
  readonly held: Held | null;
  /** Of held prices of the market: the states of the metals that no standard row is of. */
  readonly heldStates?: StatesWithoutRow<ShownState>;
}

type Origin = Pick<PricedRates, 'seq' | 'at' | 'source' | 'isSample' | 'rateList' | 'listedUntil'>;

function priced(landed: LandedPrices, origin: Origin, held: Held | null): PricedRates {
  return { landed, book: rateBook(landed), rowBook: rowBook(landed), ...origin, held };
}

function quoteOrigin(quote: Quote): Origin {
  const { seq, sample: isSample } = quote;
  return { seq, at: quoteTime(quote), source: quoteSource(quote), isSample, rateList: null, listedUntil: 0 };
}

function listOrigin(list: PublishedRateList): Origin {
  const { name, set_at } = list;
  return { seq: null, at: set_at, source: name, isSample: false, rateList: { name, set_at }, listedUntil: listedUntil(list) };
}

export function pricedQuote(quote: Quote, duty: ImportDuty): PricedRates {
  return priced(landedPrices(quote, dutiesOf(duty)), quoteOrigin(quote), null);
}

export function pricedList(list: PublishedRateList): PricedRates {
  return priced(listedPrices(list), listOrigin(list), null);
}

/** What the shop had when its hold began. */
export function pricedHold(hold: Hold): PricedRates {
  const held = { since: hold.since, until: hold.until };
  if (hold.rate_list) return priced(listedPrices(hold.rate_list), listOrigin(hold.rate_list), held);
  const stands = priced(landedPrices(hold.quote, dutiesOf(hold.duty)), quoteOrigin(hold.quote), held);
  return { ...stands, heldStates: heldStates(hold.stale_metals ?? []) };
}

/** A price that was stale when the hold began stays so: the hold would make it look chosen. */
function heldStates(stale: readonly string[]): StatesWithoutRow<ShownState> {
  return Object.fromEntries(metalsWithoutRow.map((metal) => [metal, stale.includes(metal) ? 'stale' : 'held']));
}
