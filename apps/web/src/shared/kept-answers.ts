import type { HttpRoute } from '@sarafa/contracts/http-api';
import { kept } from './kept.js';
import { serverNow } from './server-time.js';
import { keptSession } from './session.js';

/** What a dashboard shows without a network. States of screens aren't among it: they would look like those of now. */
const ROUTES: readonly HttpRoute[] = [
  'GET /user/profile/me',
  'GET /prices/user/{id}',
  'GET /prices/estimate-terms',
  'GET /advertisements/user/me',
  'GET /user/custom-tables/me',
  'GET /user/rate-list/{userId}',
  'GET /user/rate-list/{userId}/revisions',
];
const PREFIX = 'sarafa.answer.';

/** What an answer has that wasn't given now. */
export interface FromBefore {
  /** When the server gave it, milliseconds since 1970; nobody has confirmed it since. */
  readonly keptAt?: number;
}

export function isKept(route: HttpRoute): boolean {
  return ROUTES.includes(route);
}

/** Not where that account has signed out meanwhile, also in another tab. */
export function keepAnswer(userId: string, url: string, data: unknown): void {
  if (keptSession()?.userId === userId) kept.set(placesOf(userId) + url, JSON.stringify({ at: serverNow(), data }));
}

/** The last answer, marked as one from before; undefined where there is none. */
export function answerFromBefore(userId: string, url: string): unknown {
  try {
    const { at, data } = JSON.parse(kept.get(placesOf(userId) + url) ?? '{}') as { at?: number; data?: object };
    return Array.isArray(data) ? data : data && { ...data, keptAt: at };
  } catch {
    return undefined;
  }
}

/** Forgets all answers, but for those of the account that is signed in. */
export function forgetAnswers(userId: string | undefined): void {
  const isOthers = (name: string) => !(userId && name.startsWith(placesOf(userId)));
  kept
    .names(PREFIX)
    .filter(isOthers)
    .forEach((name) => kept.remove(name));
}

function placesOf(userId: string): string {
  return `${PREFIX}${userId}.`;
}
