import { limits, plainDigits } from '@sarafa/contracts';
import { say } from '../../../shared/language/page-language.js';
import { fieldText } from '../../../shared/requests/answers.js';
import { REQUIRED } from '../../../shared/requests/field-errors.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';

const { claim: words } = screenTexts;

const { letters, length } = limits.screens.code;
const GROUP = 3;

/** What somebody has typed, as the TV writes it: in capitals, without anything that is no letter and no digit. */
export function plainCode(typed: string): string {
  return plainDigits(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, length);
}

/** `ABC 234` */
export function groupedCode(code: string): string {
  return code.length > GROUP ? `${code.slice(0, GROUP)} ${code.slice(GROUP)}` : code;
}

/** Where the caret is in a grouped code before which there are `count` characters. */
export function caretAfter(count: number): number {
  return count > GROUP ? count + 1 : count;
}

/** What is wrong with a code, as far as that can be told without the server. */
export function faultOfCode(code: string): string | undefined {
  if (!code) return fieldText(words.code, REQUIRED);
  const others = [...new Set(Array.from(code).filter((character) => !letters.includes(character)))];
  if (others.length > 0) return say(words.notInCodes, { characters: others.join(', ') });
  return code.length === length ? undefined : say(words.codeLength, { length });
}
