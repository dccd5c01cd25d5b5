import { type Metal, type RowsBasis, standardRows } from '@sarafa/contracts';
import { landedFromTexts, rowBook, rowFormula } from '@sarafa/domain';

/**
 * What boards say for the first standard row of a metal, with this margin in percent or with the present one. Null for a metal
 * without such a row or without a rate. The margins come with the rates, because another device may have changed them.
 */
export function priceWithMargin({ landed, margins }: RowsBasis, metal: Metal, margin?: number): number | null {
  const row = standardRows.find((standard) => standard.metal === metal);
  if (!row) return null;
  const tried = margin === undefined ? margins : { ...margins, [`${metal}_margin`]: margin };
  return rowBook(landedFromTexts(landed)).priceOf(rowFormula(row), tried);
}
