import type { Language, ShopProfile } from '@sarafa/contracts';
import { english, type Messages, withDigits } from '@sarafa/words';
import { useEffect, useSyncExternalStore } from 'react';
import { Changes } from '../changes.js';
import { loadPartInTime } from '../release/load-part.js';

/** Each language is a chunk of its own, so that a television loads and keeps only its own. */
const OTHERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  hi: () => import('@sarafa/words/languages/hi.json', { with: { type: 'json' } }),
  mr: () => import('@sarafa/words/languages/mr.json', { with: { type: 'json' } }),
  gu: () => import('@sarafa/words/languages/gu.json', { with: { type: 'json' } }),
  ta: () => import('@sarafa/words/languages/ta.json', { with: { type: 'json' } }),
  te: () => import('@sarafa/words/languages/te.json', { with: { type: 'json' } }),
  kn: () => import('@sarafa/words/languages/kn.json', { with: { type: 'json' } }),
  ml: () => import('@sarafa/words/languages/ml.json', { with: { type: 'json' } }),
  bn: () => import('@sarafa/words/languages/bn.json', { with: { type: 'json' } }),
  pa: () => import('@sarafa/words/languages/pa.json', { with: { type: 'json' } }),
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
  return language === 'en' ? take(english) : loadPartInTime(OTHERS[language], (part) => take(part.default));
}

/** The messages of a language, with all digits Latin. */
export async function messagesOf(language: Language): Promise<Messages> {
  return language === 'en' ? english : (await OTHERS[language]()).default;
}
