import type { Language, Numerals, SettingBy } from '@sarafa/contracts';
import { digits } from '@sarafa/words';
import english from '../../languages/pages/en/boards.json' with { type: 'json' };
import { inOwnLanguage, say } from '../language/page-language.js';

const EXAMPLE = '1,23,456';

/** What each language calls itself. */
const names = {
  en: 'English',
  hi: 'हिन्दी',
  mr: 'मराठी',
  gu: 'ગુજરાતી',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  kn: 'ಕನ್ನಡ',
  ml: 'മലയാളം',
  bn: 'বাংলা',
  pa: 'ਪੰਜਾਬੀ',
} satisfies Record<Language, string>;

const messages = inOwnLanguage('boards', english);

/** The texts of the fields for what boards say, and in which language. */
export const languageTexts = Object.assign(messages, { names });

/** The settings that are on or off, which admins set, and the shop some of them. */
export type SwitchName = keyof typeof english.switches & SettingBy<'both' | 'admin'>;
export const switchNames = Object.keys(english.switches) as SwitchName[];

/** The name of a choice of digits. `zero` is the first of the language's digits; undefined while it isn't known. */
export function numeralsText(numerals: Numerals, zero: string | undefined, language: string): string {
  const name = numerals === 'latn' ? messages.usualNumerals : language;
  const example = numerals === 'latn' ? EXAMPLE : zero && digits(EXAMPLE, { zero });
  return example ? say(messages.numeralsLike, { name, example }) : name;
}
