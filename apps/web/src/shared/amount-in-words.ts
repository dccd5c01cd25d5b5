import { say } from './language/page-language.js';
import { amountTexts } from './texts/amount-texts.js';

/** The places that Indian grouping has names for, the largest first. */
const PLACES = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** `Rupees one lakh twenty-three thousand four hundred fifty-six only` for `123456`, in the language of the page. */
export function amountInWords(rupees: number): string {
  return say(amountTexts.rupees, { rupees, words: wordsOf(rupees) });
}

function wordsOf(whole: number): string {
  const place = PLACES.find(([size]) => whole >= size);
  if (!place) return amountTexts.numbers[whole]!;
  const [size, name] = place;
  const rest = whole % size;
  const words = `${wordsOf(Math.floor(whole / size))} ${amountTexts.places[name]}`;
  return rest === 0 ? words : `${words} ${wordsOf(rest)}`;
}
