import {
  DETAILED_SOURCE,
  type Hold,
  type ImportDuty,
  type LandedDay,
  limits,
  type PriceSnapshot,
  type Rates,
  SAMPLE_SOURCE,
  type ShownState,
} from '@sarafa/contracts';
import { type Margins, NO_MARGINS, type StatesWithoutRow } from '@sarafa/domain';
import { Answer } from './answer.js';
import { byIdentity } from './derived.js';
import type { PricedRates } from './priced-rates.js';
import { pricedRow, type RowsContext, type ShownRows, STANDARD } from './shown-rows.js';

/** What the prices of a shop have beside the market: thousands of shops with the same of it share their answers. */
export interface PriceGroup {
  readonly margins: Margins;
  readonly city: string;
  /** The shops' own rows; undefined for the standard ones. */
  readonly list: ShownRows | undefined;
}

/**
 * The answer of `/prices/user/{id}` for a group, or for the one shop of it that has this hold. `others` are given where the group has
 * rows of metals that `state` isn't of.
 */
export const shownPrices = byIdentity(
  (
    _: PriceGroup | Hold,
    { margins, city, list }: PriceGroup,
    priced: PricedRates,
    state: ShownState,
    others: StatesWithoutRow<ShownState> | undefined,
    day: LandedDay | null,
  ): Answer => {
    const { book, rowBook, landed, dutyChanged, seq, rateList, held } = priced;
    const rates = book.ratesFor(margins);
    const context: RowsContext = { margins, state, others, day: { day, landed, book: rowBook }, dutyChanged };
    const rows = list
      ? list.rows.map((row) => pricedRow(row, rowBook.priceOf(row.formula, margins), context))
      : STANDARD.map((row) => pricedRow(row, rates[row.told.id as keyof Rates].sell, context));
    return Answer.json({
      ...rates,
      ...origin(priced, state, city),
      seq,
      rate_list: rateList,
      held,
      ...(list ? { rows_mode: 'own' } : {}),
      rows,
    } satisfies PriceSnapshot);
  },
);

/** The answer of `/prices/detailed`: with duty and without margins. */
export const detailedPrices = byIdentity((priced: PricedRates, state: ShownState): Answer => {
  const source = priced.isSample ? SAMPLE_SOURCE : DETAILED_SOURCE;
  return Answer.json({ ...priced.book.ratesFor(NO_MARGINS), ...origin({ ...priced, source }, state, limits.city) });
});

/** The source of the rates, and their state. */
function origin({ at, source, duty }: Pick<PricedRates, 'at' | 'source' | 'duty'>, state: ShownState, city: string) {
  return { lastUpdated: at, updated_at: at, source, city, stale: state === 'stale', state, ...(duty && { duty: told(duty) }) };
}

/** `changed` is what pricing tells gateways. */
function told({ changed: _, ...duty }: ImportDuty): ImportDuty {
  return duty;
}
