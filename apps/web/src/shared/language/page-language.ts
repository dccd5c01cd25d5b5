import { english, type Messages, withDigits } from '@sarafa/words';
import type { hindi } from '../../languages/pages/hi.js';
import { Changes } from '../changes.js';
import { kept } from '../kept/kept.js';
import { loadPart } from '../release/load-part.js';

/** What the pages with a header can be read in: sign-in, dashboard and portal. Boards have languages of their own (rule 8.17). */
export const PAGE_LANGUAGES = ['en', 'hi'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

type Hindi = typeof hindi;
interface Spoken {
  readonly language: PageLanguage;
  /** Undefined in English, whose messages are in the files that say them. */
  readonly own?: Hindi;
  /** What boards say in this language, for what a page says in a board's words. */
  readonly board: Messages;
}

const KEY = 'sarafa.language';
const ENGLISH: Spoken = { language: 'en', board: english };
let spoken = ENGLISH;
/** What puts the texts of the modules into another language, in the order in which the modules were evaluated. */
const texts: (() => void)[] = [];
const changes = new Changes();

/**
 * Settles the language of the page and loads it. The modules of the app are evaluated afterwards and may read their texts at
 * once. Without its messages the page is in English, because a page in another language is better than none.
 */
export async function settleLanguage(): Promise<void> {
  speak(await loaded(languageOfPerson(), loadPart).catch(() => ENGLISH));
}

let choices = 0;

/**
 * Puts the words of the page into another language, and nothing else. Rejects when the language can't be loaded. The last choice
 * counts, whichever language is loaded last.
 */
export async function changeLanguage(language: PageLanguage): Promise<void> {
  const choice = (choices += 1);
  const chosen = await loaded(language, (load) => load());
  if (choice !== choices) return;
  speak(chosen);
  // A browser that doesn't keep the choice has it until the page is loaded again.
  kept.set(KEY, language);
  changes.tell();
}

/** Tells of each change of the language. The result ends that. */
export const onLanguage = changes.subscribe;

async function loaded(language: PageLanguage, load: typeof loadPart): Promise<Spoken> {
  if (language === 'en') return ENGLISH;
  const [own, board] = await Promise.all([
    load(() => import('../../languages/pages/hi.js')),
    load(() => import('@sarafa/words/languages/hi.json', { with: { type: 'json' } })),
  ]);
  // Digits are Latin on all pages, as people type them there.
  return { language, own: own.hindi, board: withDigits(board.default, false) };
}

function speak(now: Spoken): void {
  spoken = now;
  texts.forEach((fill) => fill());
  document.documentElement.lang = spoken.language === 'en' ? 'en-IN' : spoken.language;
}

/**
 * What a module makes of texts when it is evaluated: the same object in every language, which is filled anew when the language
 * changes. A text that a module takes out of it stays as it is.
 */
export function inWords<T extends object>(make: () => T): T {
  const made = (Array.isArray(make()) ? [] : {}) as T;
  const fill = () => fillIn(made, make());
  texts.push(fill);
  fill();
  return made;
}

function fillIn(object: object, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const part = (object as Record<string, unknown>)[name];
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup && typeof part === 'object' && part !== null) fillIn(part, value);
    else Object.assign(object, { [name]: isGroup ? copyOf(value) : value });
  }
}

/** The messages of a language are filled into a copy of them, so that these stay as they are. */
function copyOf(values: object): object {
  const copy = {};
  fillIn(copy, values);
  return copy;
}

/** The language that the person has chosen in this browser, else the first of the browser's own that there is, else English. */
function languageOfPerson(): PageLanguage {
  const isKnown = (tag: string | null): tag is PageLanguage => PAGE_LANGUAGES.some((language) => language === tag);
  const chosen = kept.get(KEY);
  if (isKnown(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]!).find(isKnown) ?? 'en';
}

export function pageLanguage(): PageLanguage {
  return spoken.language;
}

/** What boards say, in the language of the page. */
export function boardMessages(): Messages {
  return spoken.board;
}

/** The messages of that name in the language of the page, also after the language has changed. */
export function inOwnLanguage<N extends keyof Hindi>(name: N, inEnglish: Hindi[N]): Hindi[N] {
  return inWords(() => spoken.own?.[name] ?? inEnglish);
}

/** The server's texts in the language of the page; undefined in English, in which the server answers. */
export function ownAnswers(): Hindi['answers'] | undefined {
  return spoken.own?.answers;
}

type Values = Readonly<Record<string, string | number | boolean>>;
type Compiled = string | readonly (string | Choice)[];
interface Choice {
  readonly by: string;
  readonly isPlural: boolean;
  readonly of: Readonly<Record<string, Compiled>>;
}

/** `message` with its arguments: one of a page, as the build has compiled it, or one of a board, which stays as it is. */
export function say(message: string, values: Values): string {
  return said(message as Compiled, values);
}

function said(message: Compiled, values: Values): string {
  if (typeof message === 'string') return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return message
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      return typeof piece === 'string' ? values[piece] : said(chosen(piece, values), values);
    })
    .join('');
}

function chosen({ by, isPlural, of }: Choice, values: Values): Compiled {
  const value = String(values[by]);
  const key = isPlural ? new Intl.PluralRules(spoken.language).select(Number(value)) : value;
  return of[`=${value}`] ?? of[key] ?? of.other!;
}
