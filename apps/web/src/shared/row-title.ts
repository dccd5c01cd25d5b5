import { karats, type Metal } from '@sarafa/contracts';

/** What a row is of. */
interface Titled {
  /** Empty when it is to be made of the rest. */
  readonly title: string;
  readonly metal: Metal;
  /** Parts in a thousand. */
  readonly fineness: number;
  readonly unit_grams: number;
}

/** The units that the trade has names for, by their grams. */
const UNITS: Readonly<Record<number, string>> = { 8: '8 g (pavan)', 11.6638: '1 tola', 1000: '1 kg' };
const PURE = 1_000;

/** The title of a row, `22K gold, 8 g (pavan)` where the shop has given none. Boards have a shorter form, `cardTitle`. */
export function rowTitle({ title, metal, fineness, unit_grams }: Titled): string {
  return title || `${metalName(metal, fineness)}, ${unitName(unit_grams)}`;
}

/** `22K gold`, `Gold 995`, `Silver`. */
export function metalName(metal: Metal, fineness: number): string {
  const karat = metal === 'gold' ? karats[fineness] : undefined;
  if (karat) return `${karat}K gold`;
  const name = metal.charAt(0).toUpperCase() + metal.slice(1);
  return fineness === PURE ? name : `${name} ${fineness}`;
}

/** `10 g`, `8 g (pavan)`, `1 tola`. */
export function unitName(grams: number): string {
  return UNITS[grams] ?? `${grams} g`;
}
