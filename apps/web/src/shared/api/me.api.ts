import type { Me } from '@sarafa/contracts';
import { baseApi, START_MS } from '../base-api.js';

const meApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Me, void>({ query: () => ({ path: '/auth/me', timeoutMs: START_MS }), providesTags: ['Me'] }),
  }),
});

export const { useMeQuery } = meApi;
