import { createHash } from 'node:crypto';
import { metalsWithoutRow, type RateRow, type RateRows, type Rates, type ShownState, standardRows } from '@sarafa/contracts';
import { type Margins, type RowFormula, rowFormula, type StatesWithoutRow } from '@sarafa/domain';
import { asciiJson } from './answer.js';
import { dayJson, type PricedDay } from './day-prices.js';
import { byIdentity } from './derived.js';

/** What stays of a row from quote to quote. */
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

export const shownRowsOf = byIdentity((list: RateRows): ShownRows => {
  const rows = list.rows.filter((row) => row.shown).map(shownRow);
  // Short, because it is looked up for ten thousand boards at once.
  const key = createHash('sha256')
    .update(JSON.stringify(rows.map(({ beginning, formula }) => [beginning, formula.key])))
    .digest('base64url');
  return { rows, hasOthers: rows.some(({ isOther }) => isOther), key };
});

export const STANDARD = standardRows.map((row) => ({ type: row.id as keyof Rates, ...shownRow(row) }));

function shownRow(row: RateRow): ShownRow {
  const { id, title, metal, fineness, unit_grams, side } = row;
  const beginning = `${asciiJson({ id, title, metal, fineness, unit_grams, side }).slice(0, -1)},"price":`;
  return { beginning, formula: rowFormula(row), isOther: metalsWithoutRow.includes(metal) };
}

/** What all rows of one answer are made from. */
export interface RowsContext {
  readonly margins: Margins;
  readonly state: ShownState;
  /** The states of metals that `state` isn't of; without them that is the state of all metals. */
  readonly others: StatesWithoutRow<ShownState> | undefined;
  /** What prices are compared with. */
  readonly day: PricedDay;
  readonly dutyChanged: ReadonlySet<string>;
}

/** A row with its price, as JSON. Where nothing prices the row, its price is null and there are no prices to compare it with. */
export function rowJson({ beginning, formula, isOther }: ShownRow, price: number | null, context: RowsContext): string {
  if (price === null) return `${beginning}null,"state":"unavailable","day":null}`;
  const { margins, others, day, dutyChanged } = context;
  // A metal whose state isn't known must not look live.
  const state = isOther && others ? (others[formula.metal] ?? 'stale') : context.state;
  const changed = dutyChanged.has(formula.metal) ? ',"duty_changed":true' : '';
  return `${beginning}${price},"state":"${state}","day":${dayJson(day, formula, margins, price)}${changed}}`;
}
