import { metalsWithoutRow, type RateRow, type RateRows, type Rates, type RateState, standardRows } from '@sarafa/contracts';
import { type Margins, type RowBook, type RowFormula, rowFormula, type StatesWithoutRow } from '@sarafa/domain';
import { asciiJson } from './answer.js';

/** What stays of a row from quote to quote, because ten thousand boards need their rows at once. */
interface ShownRow {
  /** The row as JSON up to its price. */
  readonly beginning: string;
  readonly formula: RowFormula;
  /** Whether the state of its metal isn't that of the whole answer. */
  readonly isOther: boolean;
}

/** The rows of a list that are shown. */
export interface ShownRows {
  readonly rows: readonly ShownRow[];
  readonly hasOthers: boolean;
}

const lists = new WeakMap<RateRows, ShownRows>();

/** By identity: a changed list is a new object. */
export function shownRowsOf(list: RateRows): ShownRows {
  let shown = lists.get(list);
  if (!shown) {
    const rows = list.rows.filter((row) => row.shown).map(shownRow);
    lists.set(list, (shown = { rows, hasOthers: rows.some(({ isOther }) => isOther) }));
  }
  return shown;
}

function shownRow(row: RateRow): ShownRow {
  const { id, title, metal, fineness, unit_grams, side } = row;
  const beginning = `${asciiJson({ id, title, metal, fineness, unit_grams, side }).slice(0, -1)},"price":`;
  return { beginning, formula: rowFormula(row), isOther: metalsWithoutRow.includes(metal) };
}

const standard = standardRows.map((row) => ({ type: row.id as keyof Rates, beginning: shownRow(row).beginning }));

/** The field `rows` of a shop without a list of its own, as JSON in ASCII. */
export function standardRowsJson(rates: Rates, state: RateState): string {
  return rowsJson(standard.map(({ type, beginning }) => beginning + rateJson(rates[type].sell, state)));
}

/**
 * The fields `rows_mode` and `rows` of a shop with a list of its own, as JSON in ASCII. `others` are the states of metals that
 * `state` isn't of; without them `state` is that of all metals.
 */
export function ownRowsJson(
  { rows }: ShownRows,
  prices: RowBook,
  margins: Margins,
  state: RateState,
  others: StatesWithoutRow | undefined,
): string {
  const shown = rows.map(({ beginning, formula, isOther }) => {
    // A metal whose state isn't known must not look live.
    const own = isOther && others ? (others[formula.metal] ?? 'stale') : state;
    return beginning + rateJson(prices.priceOf(formula, margins), own);
  });
  return `"rows_mode":"own",${rowsJson(shown)}`;
}

function rowsJson(rows: readonly string[]): string {
  return `"rows":[${rows.join(',')}]`;
}

/** A row as JSON from its price on. */
function rateJson(price: number | null, state: RateState): string {
  return `${price},"state":"${price === null ? 'unavailable' : state}"}`;
}
