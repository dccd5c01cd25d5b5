import { inWords } from '../../shared/language/page-language.js';
import { type RateRow, type RateRows, type RowsMode, SentRateRow, type SentRateRow as Sent } from '@sarafa/contracts';
import { fieldErrors } from '../../shared/requests/field-errors.js';
import { newRepeatKey } from '../../shared/requests/repeat-key.js';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import type { TypedNumber } from '../../shared/ui/number-field.js';

const { fields } = rateRowTexts;
const ID_CHARACTERS = 24;

/** A row as it is being typed. */
type Typed = 'fineness' | 'unit_grams' | 'percent' | 'rupees_per_gram';
export type DraftRow = Omit<RateRow, Typed> & { readonly [N in Typed]: TypedNumber };

export interface RowsDraft {
  readonly rows_mode: RowsMode;
  readonly rows: readonly DraftRow[];
}

const FIELD_LABELS = inWords(
  () =>
    ({
      title: fields.title,
      metal: fields.metal,
      fineness: fields.fineness,
      unit_grams: fields.unit,
      side: fields.side,
      percent: fields.percent,
      rupees_per_gram: fields.perGram,
      round_to: fields.roundTo,
      rounding: fields.rounding,
    }) as const,
);

/** The id of a new row, so that boards know it again from the first save on. */
export function newRowId(): string {
  return newRepeatKey().slice(0, ID_CHARACTERS);
}

const numberOf = (typed: TypedNumber) => (typed === '' ? undefined : typed);

/** A row as the contract takes it; an empty field has no number, and the contract refuses what can't be read as one. */
function valuesOf(row: DraftRow) {
  return {
    ...row,
    fineness: numberOf(row.fineness),
    unit_grams: numberOf(row.unit_grams),
    percent: numberOf(row.percent),
    rupees_per_gram: numberOf(row.rupees_per_gram),
  };
}

/** What the server would take of a row, or what it would refuse, by field. */
export type CheckedRow =
  | { readonly sent: Sent & { readonly id: string }; readonly errors: Readonly<Record<string, never>> }
  | { readonly sent: undefined; readonly errors: Readonly<Record<string, string>> };

/** Holds a row against the contract of the server, so that both refuse the same. */
export function checkedRow(row: DraftRow): CheckedRow {
  const values = valuesOf(row);
  const parsed = SentRateRow.safeParse(values);
  if (parsed.success) return { sent: { ...parsed.data, id: row.id }, errors: {} };
  return { sent: undefined, errors: fieldErrors(SentRateRow, values, FIELD_LABELS) };
}

export function rowsDraftOf({ rows_mode, rows }: RateRows): RowsDraft {
  return { rows_mode, rows };
}

/** Whether both would be saved as the same list. */
export function isSameList(one: RowsDraft, other: RowsDraft): boolean {
  const text = ({ rows_mode, rows }: RowsDraft) => JSON.stringify([rows_mode, rows.map(plain)]);
  return one === other || text(one) === text(other);
}

export function isSameRow(one: DraftRow, other: DraftRow): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** In one order, however the row has come about. */
function plain(row: DraftRow): unknown[] {
  const { id, title, metal, fineness, unit_grams, side, percent, rupees_per_gram, round_to, rounding, shown } = valuesOf(row);
  return [id, title.trim(), metal, fineness, unit_grams, side, percent ?? 0, rupees_per_gram ?? 0, round_to, rounding, shown];
}
