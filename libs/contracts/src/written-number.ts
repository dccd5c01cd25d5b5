import { INVISIBLE } from './normal-text.js';

/** The first digit of each row of ten that people write numbers with, beside 0 to 9: those of all languages of boards, and full-width ones. */
const ZEROS = [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0xff10];
/** Longer than any number that a person writes: reading takes time by the square of the length. */
const LONGEST = 100;
/** What stands before or behind rupees. */
const RUPEES =
  '(?:₹|inr(?![a-z])|rupees?(?![a-z])|rs(?![a-z])\\.?|₨\\.?|रु(?:पये|\\.)?|रू\\.?|রু\\.?|ரூ\\.?|రూ\\.?|ರೂ\\.?|രൂ\\.?|રૂ\\.?|ਰੁ\\.?)';
/** The point behind a short word belongs to the word or to the number, which nobody can tell in `Rs .50`. */
const BEFORE = new RegExp(`^(?:₹|${RUPEES}(?!\\s?\\.))\\s?`, 'i');
const BEHIND = new RegExp(`\\s?${RUPEES}$`, 'i');
/** As on cheques, so that nobody adds a digit: `1,23,456/-`. */
const END = /\s?\/\s?[-=–—−]$/;
/** Whole groups of digits as in India (1,23,456) or elsewhere (123,456), all with the same sign between them. Behind a 0 it is a decimal comma. */
const INDIAN = "[1-9]\\d?([,' ])(?:\\d{2}\\2)*\\d{3}";
const WESTERN = "[1-9]\\d{0,2}([,' ])\\d{3}(?:\\3\\d{3})*";
/** Two groups with a space between them may be two numbers. */
const TWO = '\\d+ [^ ]*$';
const NUMBER = new RegExp(`^([-+]?)\\s?(?!${TWO})(?:${INDIAN}|${WESTERN}|\\d*)(?:\\.\\d*)?$`);

/** Text with digits 0 to 9 for those of any language. */
export function plainDigits(text: string): string {
  return text.replace(/[^\0-\u00ff]/g, (one) => {
    const code = one.charCodeAt(0);
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? one : String(code - zero);
  });
}

/** Text with plain digits, without invisible characters, and with plain spaces. */
function plain(text: string): string {
  return plainDigits(text.replace(INVISIBLE, ''))
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[−﹣-]/g, '-')
    .replace(/[，]/g, ',')
    .replace(/[．]/g, '.')
    .replace(/[’‘]/g, "'")
    .trim();
}

/**
 * A number as people write it, as plain digits with a point: `123456.50` for `₹ 1,23,456.50`, `Rs. 1,23,456.50/-` and `१,२३,४५६.५०`.
 * Of another `unit` than rupees that unit alone may stand behind it: 'Rs 5' is no 5 %. Undefined for anything that isn't certainly one
 * number: `1,50` may be 1.5 or 150.
 */
export function writtenNumber(text: string, unit?: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const said = plain(text);
  const withoutUnit = unit && said.toLowerCase().endsWith(unit.toLowerCase()) ? said.slice(0, -unit.length).trimEnd() : said;
  // The sign may stand before the rupees or behind them.
  const [, first = '', rest = ''] = /^([-+]?)\s?(.*)$/.exec(withoutUnit) ?? [];
  const bare = unit === undefined ? withoutRupees(rest) : rest;
  const found = /\d/.test(bare) ? NUMBER.exec(bare) : null;
  if (!found || (first && found[1])) return undefined;
  const digits = bare.replace(/[^\d.]/g, '');
  const [whole = '', decimals = ''] = digits.split('.');
  const isNegative = (first || found[1]) === '-';
  return `${isNegative ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals && `.${decimals}`}`;
}

function withoutRupees(text: string): string {
  return text.replace(END, '').replace(BEFORE, '').replace(BEHIND, '').replace(END, '');
}

/** The number that `writtenNumber` reads; undefined for what can't be read. */
export function readNumber(text: string, unit?: string): number | undefined {
  const written = writtenNumber(text, unit);
  return written === undefined ? undefined : Number(written);
}
