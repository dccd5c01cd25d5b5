import {
  CustomTables,
  EstimateTerms,
  OwnAdvertisements,
  PriceSnapshot,
  RateList,
  RateListRevision,
  ShopDashboard,
} from '@sarafa/contracts';
import type { HttpRoute } from '@sarafa/contracts/http-api';
import { z, type ZodType } from 'zod';
import { kept } from './kept.js';
import { serverNow } from '../requests/server-time.js';
import { keptSession } from '../session/session.js';

/**
 * What a dashboard shows without a network, by its contract: another release may have kept an answer that this one can't show. States
 * of screens aren't among it, because they would look like those of now.
 */
const ANSWERS: { readonly [R in HttpRoute]?: ZodType } = {
  'GET /user/profile/me': ShopDashboard,
  'GET /prices/user/{id}': PriceSnapshot,
  'GET /prices/estimate-terms': EstimateTerms,
  'GET /advertisements/user/me': OwnAdvertisements,
  'GET /user/custom-tables/me': CustomTables,
  'GET /user/rate-list/{userId}': RateList,
  'GET /user/rate-list/{userId}/revisions': z.array(RateListRevision),
};
const PREFIX = 'sarafa.answer.';

/** What an answer has that wasn't given now. */
export interface FromBefore {
  /** When the server gave it, milliseconds since 1970; nobody has confirmed it since. */
  readonly keptAt?: number;
}

/** The contract of the route's answer; undefined where no answer is kept. */
export function keptContract(route: HttpRoute): ZodType | undefined {
  return ANSWERS[route];
}

/** Not where that account has signed out meanwhile, also in another tab. */
export function keepAnswer(userId: string, url: string, data: unknown): void {
  if (keptSession()?.userId === userId) kept.set(placesOf(userId) + url, JSON.stringify({ at: serverNow(), data }));
}

/** The last answer, marked as one from before; undefined where there is none, and for one that isn't as its contract says. */
export function answerFromBefore<T>(userId: string, url: string, contract: ZodType<T>): (T & FromBefore) | undefined {
  try {
    const { at, data } = JSON.parse(kept.get(placesOf(userId) + url) ?? '{}') as { at?: number; data?: unknown };
    const answer = contract.parse(data);
    return (Array.isArray(answer) ? answer : { ...answer, keptAt: at }) as T & FromBefore;
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
