import type { Overview } from '@sarafa/contracts';
import { baseApi } from '../../shared/base-api.js';

const overviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<Overview, void>({ query: () => ({ path: '/admin/overview' }), providesTags: ['Overview'] }),
  }),
});

export const { useOverviewQuery } = overviewApi;
