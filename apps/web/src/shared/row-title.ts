import { karats, type Metal } from '@sarafa/contracts';
import { inWords, say } from './language/page-language.js';
import { titleTexts as words } from './texts/title-texts.js';

/** What a row is of. */
interface Titled {
  /** Empty when it is to be made of the rest. */
  readonly title: string;
  readonly metal: Metal;
  /** Parts in a thousand. */
  readonly fineness: number;
  readonly unit_grams: number;
}

const PURE = 1_000;
/** The units that the trade has names for, by their grams. */
const UNITS: Readonly<Record<number, string>> = inWords(() => ({ 8: words.pavan, 11.6638: words.tola, 1000: words.kilogram }));

/** The title of a row, `22K gold, 8 g (pavan)` where the shop has given none. Boards have a shorter form, `cardTitle`. */
export function rowTitle({ title, metal, fineness, unit_grams }: Titled): string {
  return title || say(words.row, { name: metalName(metal, fineness), unit: unitName(unit_grams) });
}

/** `22K gold`, `Gold 995`, `Silver`. */
export function metalName(metal: Metal, fineness: number): string {
  const karat = metal === 'gold' ? karats[fineness] : undefined;
  if (karat) return say(words.karats, { karats: karat });
  const name = words.metals[metal];
  return fineness === PURE ? name : say(words.ofFineness, { metal: name, fineness });
}

/** `10 g`, `8 g (pavan)`, `1 tola`. */
export function unitName(grams: number): string {
  return UNITS[grams] ?? say(words.grams, { grams });
}
