import { type Metal, metals, type RateRow } from '@sarafa/contracts';
import { say } from '../../shared/language/page-language.js';
import { rowTitle } from '../../shared/row-title.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { titleTexts } from '../../shared/texts/title-texts.js';
import { valueText } from './change-values.js';

type Rows = readonly RateRow[];

/** What has changed of the rows that the market prices, a line for each row that came or went, and for each field of the others. */
export function rowLines(before: Rows, after: Rows): string[] {
  const [were, are] = [byId(before), byId(after)];
  const gone = before.filter(({ id }) => !are.has(id)).map((row) => lineOf(row, words.removed));
  const changed = after.flatMap((row) => {
    const was = were.get(row.id);
    return was ? fieldLines(was, row) : [lineOf(row, words.added)];
  });
  const moved = orderOf(before, are) !== orderOf(after, were) ? [say(words.secret, { name: words.fields.order })] : [];
  return [...gone, ...changed, ...moved];
}

function fieldLines(was: RateRow, is: RateRow): string[] {
  const names: Readonly<Record<string, string | undefined>> = words.fields;
  const differing = (Object.keys(is) as (keyof RateRow)[]).filter((field) => was[field] !== is[field]);
  return differing.map((field) => {
    const name = say(words.rowField, { row: titleOf(was), field: names[field] ?? field });
    return say(words.change, { name, before: fieldText(field, was[field]), after: fieldText(field, is[field]) });
  });
}

function fieldText(field: keyof RateRow, value: unknown): string {
  const known: Readonly<Record<string, string | undefined>> = titleTexts.metals;
  return (field === 'metal' ? known[String(value)] : undefined) ?? valueText(field, value, null);
}

function lineOf(row: RateRow, value: string): string {
  return say(words.value, { name: titleOf(row), value });
}

/** A metal of a later release has no name here. */
function titleOf(row: RateRow): string {
  return (row.metal as string) in metals ? rowTitle(row as RateRow & { metal: Metal }) : row.title || row.metal;
}

function byId(rows: Rows): Map<string, RateRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** The order of the rows that are in both lists. */
function orderOf(rows: Rows, others: ReadonlyMap<string, unknown>): string {
  return rows
    .filter(({ id }) => others.has(id))
    .map(({ id }) => id)
    .join(' ');
}
