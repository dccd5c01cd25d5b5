import type { Language, ShopProfile } from '@sarafa/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import english from '../languages/en.json' with { type: 'json' };
import { Changes } from './changes.js';
import { partInTime } from './part.js';

/** All that a board says. A text with arguments is said by `say`. */
export type Messages = typeof english;
export { english };

/** Each language is a chunk of its own, so that a television loads and keeps only its own. */
const OTHERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  hi: () => import('../languages/hi.json', { with: { type: 'json' } }),
  mr: () => import('../languages/mr.json', { with: { type: 'json' } }),
  gu: () => import('../languages/gu.json', { with: { type: 'json' } }),
  ta: () => import('../languages/ta.json', { with: { type: 'json' } }),
  te: () => import('../languages/te.json', { with: { type: 'json' } }),
  kn: () => import('../languages/kn.json', { with: { type: 'json' } }),
  ml: () => import('../languages/ml.json', { with: { type: 'json' } }),
  bn: () => import('../languages/bn.json', { with: { type: 'json' } }),
  pa: () => import('../languages/pa.json', { with: { type: 'json' } }),
};

interface Spoken {
  /** What the page says everything in. */
  readonly messages: Messages;
  /** What its labels say as well; undefined for nothing. */
  readonly second: Messages | undefined;
}

/** As the chosen languages have them, with all digits Latin. */
let loaded = { first: english, second: undefined as Messages | undefined, isNative: false };
let spoken: Spoken = { messages: english, second: undefined };
const changes = new Changes();

/** What the page says everything in. */
export function useMessages(): Messages {
  return useSyncExternalStore(changes.subscribe, () => spoken.messages);
}

/** What the labels of the page say as well (rule 8.19). */
export function useSecondMessages(): Messages | undefined {
  return useSyncExternalStore(changes.subscribe, () => spoken.second);
}

function speak(news: Partial<typeof loaded>): void {
  loaded = { ...loaded, ...news };
  const { first, second, isNative } = loaded;
  // A board in English has no digits of its own, so its labels have none either.
  const inDigits = (messages: Messages) => withDigits(messages, isNative && first !== english);
  spoken = { messages: inDigits(first), second: second && inDigits(second) };
  document.documentElement.lang = first.lang;
  changes.tell();
}

/** What a shop has chosen of languages and digits. */
type Choice = Pick<ShopProfile, 'language' | 'second_language' | 'numerals'>;

/**
 * The page speaks the chosen languages as soon as their messages are there. Until then it goes on in the first language before,
 * and without a second one.
 */
export function useLanguages({ language = 'en', second_language, numerals }: Partial<Choice>): void {
  const second = second_language === language ? undefined : second_language;
  const isNative = numerals === 'native';
  useEffect(() => load(language, (first) => speak({ first })), [language]);
  useEffect(() => {
    speak({ second: undefined });
    return second ? load(second, (messages) => speak({ second: messages })) : undefined;
  }, [second]);
  useEffect(() => speak({ isNative }), [isNative]);
}

function load(language: Language, take: (messages: Messages) => void): (() => void) | void {
  return language === 'en' ? take(english) : partInTime(OTHERS[language], (part) => take(part.default));
}

/** The messages of a language, with all digits Latin. */
export async function messagesOf(language: Language): Promise<Messages> {
  return language === 'en' ? english : (await OTHERS[language]()).default;
}

/** The messages with all digits in the language's own ones, or in Latin ones; numbers among them follow `zero`. */
export function withDigits(messages: Messages, isNative: boolean): Messages {
  const digitsHere = { zero: isNative ? messages.zero : '0' };
  const change = (_: string, part: unknown) => (typeof part === 'string' ? digits(part, digitsHere) : part);
  return JSON.parse(JSON.stringify({ ...messages, ...digitsHere }), change) as Messages;
}

/** The first of ten digits, which follow each other in every script. */
type Digits = Pick<Messages, 'zero'>;

/** `text` with the digits of the messages that it stands among. Not by Intl, because televisions lack its data. */
export function digits(text: string | number, { zero }: Digits): string {
  return String(text).replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));
}

/**
 * `message` with its arguments: texts as they are, because people may have typed them, and numbers in the digits of `among`. The
 * build has compiled the message to a list in which texts and names of arguments alternate.
 */
export function say(message: string, values: Readonly<Record<string, string | number>>, among: Digits = english): string {
  const parts = message as unknown as readonly string[];
  if (typeof parts === 'string') return parts;
  const valueOf = (name: string) => (typeof values[name] === 'number' ? digits(values[name], among) : values[name]);
  return parts.map((text, index) => (index % 2 ? valueOf(text) : text)).join('');
}
