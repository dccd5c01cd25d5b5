import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { RateHistoryQuery, SentRateRows } from '@sarafa/contracts';
import { answerOf, baseApi, readRatesAgain, showAnswer } from '../requests/base-api.js';

const rateRowsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    rateRows: build.query<AnswerTo<'GET /user/rate-rows/{userId}'>, string>({
      query: (userId) => ({ route: 'GET /user/rate-rows/{userId}', params: { userId } }),
    }),
    /** The same when somebody asks for them: those of another shop to copy, or those that somebody else has saved. */
    askRateRows: build.mutation<AnswerTo<'GET /user/rate-rows/{userId}'>, string>({
      query: (userId) => ({ route: 'GET /user/rate-rows/{userId}', params: { userId } }),
      onQueryStarted: (userId, started) =>
        void showAnswer(started, (rows) => rateRowsApi.util.upsertQueryData('rateRows', userId, rows)),
    }),
    /** What the rows are priced from. */
    rowsBasis: build.query<AnswerTo<'GET /user/rate-rows/{userId}/basis'>, string>({
      query: (userId) => ({ route: 'GET /user/rate-rows/{userId}/basis', params: { userId } }),
      providesTags: ['OwnRates'],
    }),
    /** What a row has cost. */
    rateHistory: build.query<AnswerTo<'GET /user/rates/history/{userId}'>, RateHistoryQuery & { userId: string }>({
      query: ({ userId, ...query }) => ({ route: 'GET /user/rates/history/{userId}', params: { userId }, query }),
      // A new margin changes all of it, also what isn't shown at the moment.
      keepUnusedDataFor: 0,
    }),
    replaceRateRows: build.mutation<AnswerTo<'PUT /user/rate-rows/{userId}'>, { userId: string; list: SentRateRows }>({
      query: ({ userId, list }) => ({ route: 'PUT /user/rate-rows/{userId}', params: { userId }, body: list }),
      invalidatesTags: ['OwnRates'],
      async onQueryStarted({ userId }, started) {
        void readRatesAgain(started);
        const answer = await answerOf(started.queryFulfilled);
        if (!answer) return;
        const { rateRows } = answer;
        const known = rateRowsApi.endpoints.rateRows.select(userId)(started.getState() as never).data;
        // Answers overtake each other; the list with the higher `rev` is the later one.
        if (!known || known.rev <= rateRows.rev)
          void started.dispatch(rateRowsApi.util.upsertQueryData('rateRows', userId, rateRows));
      },
    }),
  }),
});

export const { useRateRowsQuery, useAskRateRowsMutation, useRowsBasisQuery, useRateHistoryQuery, useReplaceRateRowsMutation } =
  rateRowsApi;
