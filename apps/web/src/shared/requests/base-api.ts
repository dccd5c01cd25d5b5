import { type BaseQueryApi, createApi } from '@reduxjs/toolkit/query/react';
import { addressOf, type Answer, baseQuery, type Call } from './base-query.js';
import { answerFromBefore, keepAnswer, keptContract } from '../kept/kept-answers.js';
import { NO_ANSWER } from './problem.js';
import { sessionOf } from '../session/session.js';

/**
 * The time limit of calls that the portal's start waits for, so that a server that hangs doesn't keep anybody from the sign-in
 * screen.
 */
export const START_MS = 5_000;

const TAGS = [
  'Me',
  'Sessions',
  'Factors',
  'Shops',
  'Admins',
  'Audit',
  'Overview',
  'CustomTables',
  'OwnShop',
  'OwnAds',
  'OwnTables',
  'OwnRates',
  'OwnList',
  'Site',
  'Market',
  'PriceSettings',
  'RateLists',
  'Screens',
  'ScreenAlarms',
] as const;

/** Each feature adds its calls with `injectEndpoints`, and its tags here. */
export const baseApi = createApi({
  baseQuery: readingAgain,
  // After a phone was unlocked or the network came back, old figures must not stay on the screen.
  refetchOnFocus: true,
  refetchOnReconnect: true,
  tagTypes: TAGS,
  endpoints: () => ({}),
});

/** A change whose answer was lost may have been made, so what stands on the page is read again. */
async function readingAgain(call: Call, api: BaseQueryApi): Promise<Answer> {
  const answer = await (api.type === 'query' ? answerOrKept(call, api) : baseQuery(call, api));
  if (api.type === 'mutation' && answer.error?.code === NO_ANSWER.code) api.dispatch(baseApi.util.invalidateTags([...TAGS]));
  return answer;
}

/** Without an answer of the server, the last one that this shop has had; it says of itself that it is from before. */
async function answerOrKept(call: Call, api: BaseQueryApi): Promise<Answer> {
  const session = sessionOf(api.getState());
  const contract = keptContract(call.route);
  if (session?.role !== 'user' || !contract) return baseQuery(call, api);
  const { url } = addressOf(call);
  const before = answerFromBefore(session.userId, url, contract);
  // A list can't carry that it is from before, so it takes the place of an answer only where there is none.
  const isStart = before !== undefined && !Array.isArray(before) && !isShown(api);
  const answer = await baseQuery(isStart ? { ...call, timeoutMs: START_MS } : call, api);
  if (!answer.error) keepAnswer(session.userId, url, answer.data);
  return answer.error?.code === NO_ANSWER.code && before !== undefined ? { data: before } : answer;
}

/** Whether the page has an answer to this call already. */
function isShown({ getState, queryCacheKey }: BaseQueryApi): boolean {
  const { queries } = (getState() as Record<typeof baseApi.reducerPath, ReturnType<typeof baseApi.reducer>>)[
    baseApi.reducerPath
  ];
  return queries[queryCacheKey!]?.data !== undefined;
}

interface Started<T = unknown> {
  readonly dispatch: (action: never) => unknown;
  readonly queryFulfilled: Promise<{ data: T }>;
}

/** What a call has answered, once it has ended; undefined when it has failed. */
export function answerOf<T>(call: Promise<{ data: T }>): Promise<T | undefined> {
  return call.then(
    ({ data }) => data,
    () => undefined,
  );
}

/**
 * Puts the answer to a read that somebody's press asks for into the cache of the query that shows it. Such a read is a mutation: no
 * answer from before will do, and where the session has ended the password is asked for, which a query doesn't do once that was closed.
 */
export async function showAnswer<T>({ dispatch, queryFulfilled }: Started<T>, upsert: (answer: T) => unknown): Promise<void> {
  const answer = await answerOf(queryFulfilled);
  if (answer) dispatch(upsert(answer) as never);
}

/** By then gateways have heard of a change, also from another replica of NATS. */
const HEARD_MS = 2_000;

/**
 * Reads the shop's rates once more after a change of what they are made from. Gateways hear of the change at about the time at
 * which it is answered, so the first read may still answer the rates from before.
 */
export async function readRatesAgain({ dispatch, queryFulfilled }: Started): Promise<void> {
  if (await answerOf(queryFulfilled)) setTimeout(() => dispatch(baseApi.util.invalidateTags(['OwnRates']) as never), HEARD_MS);
}
