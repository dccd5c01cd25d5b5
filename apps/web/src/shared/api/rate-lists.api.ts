import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { NewRateList, RateListUpdate } from '@sarafa/contracts';
import { baseApi } from '../base-api.js';

const rateListsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    rateLists: build.query<AnswerTo<'GET /admin/rate-lists'>, void>({
      query: () => ({ route: 'GET /admin/rate-lists' }),
      providesTags: ['RateLists'],
    }),
    rateListHistory: build.query<AnswerTo<'GET /admin/rate-lists/{id}/history'>, string>({
      query: (id) => ({ route: 'GET /admin/rate-lists/{id}/history', params: { id } }),
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
  useRateListHistoryQuery,
  useCreateRateListMutation,
  useUpdateRateListMutation,
  useDeleteRateListMutation,
} = rateListsApi;
