import {
  DETAILED_SOURCE,
  type Hold,
  type ImportDuty,
  type LandedDay,
  limits,
  SAMPLE_SOURCE,
  type ShownState,
} from '@sarafa/contracts';
import { type Margins, NO_MARGINS, type StatesWithoutRow } from '@sarafa/domain';
import { Answer, asciiJson } from './answer.js';
import { byIdentity } from './derived.js';
import type { PricedRates } from './priced-rates.js';
import { rowJson, type RowsContext, type ShownRows, STANDARD } from './shown-rows.js';

/** What the prices of a shop have beside the market: thousands of shops with the same of it share their answers. */
export interface PriceGroup {
  readonly margins: Margins;
  readonly city: string;
  /** The shops' own rows; undefined for the standard ones. */
  readonly list: ShownRows | undefined;
}

/**
 * The answer of `/prices/user/{id}`, a `PriceSnapshot`, kept with its subject: the group, or the one shop's hold. `others` are given
 * where the group has rows of metals that `state` isn't of. JSON is put together from texts that are kept, which takes half the
 * time of `JSON.stringify`.
 */
export const shownPrices = byIdentity(
  (
    _subject: PriceGroup | Hold,
    { margins, city, list }: PriceGroup,
    priced: PricedRates,
    state: ShownState,
    others: StatesWithoutRow<ShownState> | undefined,
    day: LandedDay | null,
  ): Answer => {
    const { book, rowBook, landed, dutyChanged, seq, rateList, held } = priced;
    const context: RowsContext = { margins, state, others, day: { day, landed, book: rowBook }, dutyChanged };
    let rows: string[];
    if (list) rows = list.rows.map((row) => rowJson(row, rowBook.priceOf(row.formula, margins), context));
    else {
      const rates = book.ratesFor(margins);
      rows = STANDARD.map((row) => rowJson(row, rates[row.type].sell, context));
    }
    const special = `"seq":${seq},"rate_list":${asciiJson(rateList)},"held":${asciiJson(held)}`;
    const mode = list ? '"rows_mode":"own",' : '';
    return new Answer(
      `{${book.ratesJsonFor(margins)},${origin(priced, state, city)},${special},${mode}"rows":[${rows.join(',')}]}`,
    );
  },
);

/** The answer of `/prices/detailed`: with duty and without margins. */
export const detailedPrices = byIdentity((priced: PricedRates, state: ShownState): Answer => {
  const source = priced.isSample ? SAMPLE_SOURCE : DETAILED_SOURCE;
  return new Answer(`{${priced.book.ratesJsonFor(NO_MARGINS)},${origin({ ...priced, source }, state, limits.city)}}`);
});

/** The source of the rates, and their state. The same for all shops of a city, so it is mostly serialised once. */
const origin = byIdentity(
  ({ at, source, duty }: Pick<PricedRates, 'at' | 'source' | 'duty'>, state: ShownState, city: string): string =>
    asciiJson({ lastUpdated: at, updated_at: at, source, city, stale: state === 'stale', state, duty: told(duty) }).slice(
      1,
      -1,
    ),
);

/** `changed` is what pricing tells gateways. */
function told(duty: ImportDuty | null): ImportDuty | undefined {
  if (!duty) return undefined;
  const { changed: _, ...said } = duty;
  return said;
}
