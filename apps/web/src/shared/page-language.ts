import type { hindi } from '../languages/pages/hi.js';
import { english, type Messages, withDigits } from './language.js';
import { part } from './part.js';

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
let spoken: Spoken = { language: 'en', board: english };

/**
 * Settles the language of the page and loads it. The modules of the app are evaluated afterwards and may read their texts at
 * once. Without its messages the page is in English, because a page in another language is better than none.
 */
export async function settleLanguage(): Promise<void> {
  if (languageOfPerson() === 'hi') {
    try {
      const [own, board] = await Promise.all([
        part(() => import('../languages/pages/hi.js')),
        part(() => import('../languages/hi.json', { with: { type: 'json' } })),
      ]);
      // Digits are Latin on all pages, as people type them there.
      spoken = { language: 'hi', own: own.hindi, board: withDigits(board.default, false) };
    } catch {
      spoken = { language: 'en', board: english };
    }
  }
  document.documentElement.lang = spoken.language === 'en' ? 'en-IN' : spoken.language;
}

/** The language that the person has chosen in this browser, else the first of the browser's own that there is, else English. */
function languageOfPerson(): PageLanguage {
  const isKnown = (tag: string | null): tag is PageLanguage => PAGE_LANGUAGES.some((language) => language === tag);
  try {
    const kept = localStorage.getItem(KEY);
    if (isKnown(kept)) return kept;
  } catch {
    // Without storage the browser's languages count.
  }
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]!).find(isKnown) ?? 'en';
}

/** Keeps the choice. The page has the language once it is loaded again. Answers whether the browser has kept the choice. */
export function chooseLanguage(language: PageLanguage): boolean {
  try {
    localStorage.setItem(KEY, language);
    return true;
  } catch {
    return false;
  }
}

export function pageLanguage(): PageLanguage {
  return spoken.language;
}

/** What boards say, in the language of the page. */
export function boardMessages(): Messages {
  return spoken.board;
}

/** The messages of that name in the language of the page. */
export function inOwnLanguage<N extends keyof Hindi>(name: N, inEnglish: Hindi[N]): Hindi[N] {
  return spoken.own?.[name] ?? inEnglish;
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

/** `message` with its arguments, as the build has compiled it. */
export function say(message: string, values: Values): string {
  return said(message as Compiled, values);
}

function said(message: Compiled, values: Values): string {
  if (typeof message === 'string') return message;
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
