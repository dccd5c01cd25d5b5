import { type RateRow, type Rates, type RateState, standardRows } from '@sarafa/contracts';
import type { Margins, RowBook } from '@sarafa/domain';
import { asciiJson } from './answer.js';

/** The field `rows` of a shop without a list of its own, as JSON in ASCII. */
export function standardRowsJson(rates: Rates, state: RateState): string {
  return rowsJson(standardRows.map((row) => rowJson(row, rates[row.id as keyof Rates].sell, state)));
}

/** The field `rows` of a shop with a list of its own, as JSON in ASCII: those that it shows. */
export function ownRowsJson(
  rows: readonly RateRow[],
  prices: RowBook,
  margins: Margins,
  stateOf: (row: RateRow) => RateState,
): string {
  const shown = rows.filter((row) => row.shown);
  return rowsJson(shown.map((row) => rowJson(row, prices.priceOf(row, margins), stateOf(row))));
}

function rowsJson(rows: readonly string[]): string {
  return `"rows":[${rows.join(',')}]`;
}

function rowJson(row: RateRow, price: number | null, state: RateState): string {
  return `${beginningOf(row)}"price":${price},"state":"${price === null ? 'unavailable' : state}"}`;
}

const beginnings = new WeakMap<RateRow, string>();

/** What of a row stays from quote to quote, because ten thousand boards need it at once. */
function beginningOf(row: RateRow): string {
  let json = beginnings.get(row);
  if (json === undefined) {
    const { id, title, metal, fineness, unit_grams, side } = row;
    json = `${asciiJson({ id, title, metal, fineness, unit_grams, side }).slice(0, -1)},`;
    beginnings.set(row, json);
  }
  return json;
}
