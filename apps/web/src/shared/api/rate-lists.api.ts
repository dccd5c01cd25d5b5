import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { NewRateList, RateList, RateListUpdate } from '@sarafa/contracts';
import { baseApi, showAnswer } from '../requests/base-api.js';

/** Of any release of the server: the one before has no prices of purities and no reminder. */
type Later = Pick<RateList, 'prices' | 'reminder_time'>;
type AnsweredList = Omit<RateList, keyof Later> & Partial<Later>;
const NONE: Later = { prices: [], reminder_time: null };

const whole = (lists: AnsweredList[]) => lists.map((list) => ({ ...NONE, ...list }));

const rateListsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    rateLists: build.query<RateList[], void>({
      query: () => ({ route: 'GET /admin/rate-lists' }),
      transformResponse: whole,
      providesTags: ['RateLists'],
    }),
    /** The lists, read when somebody is about to set one. */
    checkRateLists: build.mutation<RateList[], void>({
      query: () => ({ route: 'GET /admin/rate-lists' }),
      transformResponse: whole,
      onQueryStarted: (_, started) =>
        void showAnswer(started, (now) => rateListsApi.util.upsertQueryData('rateLists', undefined, now)),
    }),
    rateListRevisions: build.query<AnswerTo<'GET /admin/rate-lists/{id}/revisions'>, string>({
      query: (id) => ({ route: 'GET /admin/rate-lists/{id}/revisions', params: { id } }),
      providesTags: ['RateLists'],
    }),
    createRateList: build.mutation<AnswerTo<'POST /admin/rate-lists'>, { list: NewRateList; repeatKey: string }>({
      query: ({ list, repeatKey }) => ({ route: 'POST /admin/rate-lists', body: list, repeatKey }),
      invalidatesTags: ['RateLists'],
    }),
    updateRateList: build.mutation<AnswerTo<'PUT /admin/rate-lists/{id}'>, RateListUpdate & { id: string }>({
      query: ({ id, ...body }) => ({ route: 'PUT /admin/rate-lists/{id}', params: { id }, body }),
      invalidatesTags: ['RateLists'],
    }),
    deleteRateList: build.mutation<AnswerTo<'DELETE /admin/rate-lists/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /admin/rate-lists/{id}', params: { id } }),
      invalidatesTags: ['RateLists'],
    }),
  }),
});

export const {
  useRateListsQuery,
  useCheckRateListsMutation,
  useRateListRevisionsQuery,
  useCreateRateListMutation,
  useUpdateRateListMutation,
  useDeleteRateListMutation,
} = rateListsApi;
