import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi, START_MS } from '../requests/base-api.js';

const meApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<AnswerTo<'GET /auth/me'>, void>({
      query: () => ({ route: 'GET /auth/me', timeoutMs: START_MS }),
      providesTags: ['Me'],
    }),
  }),
});

export const { useMeQuery } = meApi;
