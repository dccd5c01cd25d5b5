import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi } from '../../shared/requests/base-api.js';

const overviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<AnswerTo<'GET /admin/overview'>, void>({
      query: () => ({ route: 'GET /admin/overview' }),
      providesTags: ['Overview'],
    }),
  }),
});

export const { useOverviewQuery } = overviewApi;
