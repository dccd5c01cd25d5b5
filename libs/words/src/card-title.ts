import { karats, type Metal, type PricedRow } from '@sarafa/contracts';
import { english, type Messages, say } from './language.js';

/** What a card is called, and what its price is of: `22K GOLD` and `(8g)`. */
export interface CardTitle {
  readonly name: string;
  /** Empty for a title without a unit. */
  readonly unit: string;
}

const GRAMS_PER_KILOGRAM = 1_000;
const GRAMS_PER_TOLA = 11.6638;

/** The title that the shop has typed, or else one of metal, fineness and unit. */
export function cardTitle({ title, metal, fineness, unit_grams }: PricedRow, messages = english): CardTitle {
  if (title) return splitTitle(title);
  return { name: metalTitle(metal, fineness, messages), unit: `(${unitTitle(unit_grams, messages)})` };
}

/** A short bracket at the end of a title is the unit: `Gold Coin 24K (8g)`. */
export function splitTitle(title: string): CardTitle {
  const match = /^(.*\S)\s*(\([^()]{1,12}\))\s*$/.exec(title);
  return match ? { name: match[1]!, unit: match[2]! } : { name: title, unit: '' };
}

/** Gold is named by its karats where the trade does that, and pure silver and platinum by the metal alone. */
function metalTitle(metal: Metal, fineness: number, messages: Messages): string {
  const name = messages.metals[metal];
  const karat = metal === 'gold' && karats[fineness];
  if (karat) return say(messages.karats, { karats: karat }, messages);
  return fineness === 1_000 ? name : say(messages.ofFineness, { metal: name, fineness }, messages);
}

function unitTitle(grams: number, messages: Messages): string {
  const { units } = messages;
  if (grams === GRAMS_PER_TOLA) return units.tola;
  return grams === GRAMS_PER_KILOGRAM ? units.kilogram : say(units.grams, { grams }, messages);
}

/** Whether two rows are the buy and the sell price of one thing (rule 8.14). */
export function isOtherSide(a: PricedRow, b: PricedRow): boolean {
  const isSame = a.metal === b.metal && a.fineness === b.fineness && a.unit_grams === b.unit_grams && a.title === b.title;
  return isSame && a.side !== b.side;
}
