import { rowTitle } from '../../shared/row-title.js';
import type { DraftRow } from './draft-rows.js';

/** The title of a row as it is being typed. */
export function draftTitle({ title, metal, fineness, unit_grams }: DraftRow): string {
  return rowTitle({ title: title.trim(), metal, fineness: Number(fineness), unit_grams: Number(unit_grams) });
}
