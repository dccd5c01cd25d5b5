import { createHash } from 'node:crypto';
import { metalsWithoutRow, type RateRow, type RateRows, type Rates, type ShownState, standardRows } from '@sarafa/contracts';
import { type Margins, type RowBook, type RowFormula, rowFormula, type StatesWithoutRow } from '@sarafa/domain';
import { asciiJson } from './answer.js';
import { dayJson, type PricedDay } from './day-prices.js';

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
  /** The same for lists that show the same rows. */
  readonly key: string;
}

const lists = new WeakMap<RateRows, ShownRows>();

/** By identity: a changed list is a new object. */
export function shownRowsOf(list: RateRows): ShownRows {
  let shown = lists.get(list);
  if (!shown) {
    const rows = list.rows.filter((row) => row.shown).map(shownRow);
    // Short, because it is looked up for ten thousand boards at once.
    const key = createHash('sha256')
      .update(JSON.stringify(rows.map(({ beginning, formula }) => [beginning, formula.key])))
      .digest('base64url');
    lists.set(list, (shown = { rows, hasOthers: rows.some(({ isOther }) => isOther), key }));
  }
  return shown;
}

function shownRow(row: RateRow): ShownRow {
  const { id, title, metal, fineness, unit_grams, side } = row;
  const beginning = `${asciiJson({ id, title, metal, fineness, unit_grams, side }).slice(0, -1)},"price":`;
  return { beginning, formula: rowFormula(row), isOther: metalsWithoutRow.includes(metal) };
}

/** What all rows of one answer are made from. */
export interface RowsContext {
  readonly margins: Margins;
  readonly state: ShownState;
  /** What prices are compared with. */
  readonly day: PricedDay;
  readonly dutyChanged: ReadonlySet<string>;
}

const standard = standardRows.map((row) => ({ type: row.id as keyof Rates, ...shownRow(row) }));

/** The field `rows` of a shop without a list of its own, as JSON in ASCII. */
export function standardRowsJson(rates: Rates, { margins, state, day, dutyChanged }: RowsContext): string {
  const shown = standard.map(({ type, beginning, formula }) => {
    const { sell } = rates[type];
    return beginning + rateJson(sell, state, dayOf(sell, day, formula, margins), dutyChanged.has(formula.metal));
  });
  return rowsJson(shown);
}

/**
 * The fields `rows_mode` and `rows` of a shop with a list of its own, as JSON in ASCII. `others` are the states of metals that
 * the state of the answer isn't of; without them that is the state of all metals.
 */
export function ownRowsJson(
  { rows }: ShownRows,
  prices: RowBook,
  { margins, state, day, dutyChanged }: RowsContext,
  others: StatesWithoutRow<ShownState> | undefined,
): string {
  const shown = rows.map(({ beginning, formula, isOther }) => {
    // A metal whose state isn't known must not look live.
    const own = isOther && others ? (others[formula.metal] ?? 'stale') : state;
    const price = prices.priceOf(formula, margins);
    return beginning + rateJson(price, own, dayOf(price, day, formula, margins), dutyChanged.has(formula.metal));
  });
  return `"rows_mode":"own",${rowsJson(shown)}`;
}

/** A row without a price has no prices to compare it with either. */
function dayOf(price: number | null, day: PricedDay, formula: RowFormula, margins: Margins): string {
  return price === null ? 'null' : dayJson(day, formula, margins, price);
}

function rowsJson(rows: readonly string[]): string {
  return `"rows":[${rows.join(',')}]`;
}

/** A row as JSON from its price on. */
function rateJson(price: number | null, state: ShownState, day: string, hasOtherDuty: boolean): string {
  if (price === null) return 'null,"state":"unavailable","day":null}';
  return `${price},"state":"${state}","day":${day}${hasOtherDuty ? ',"duty_changed":true' : ''}}`;
}
