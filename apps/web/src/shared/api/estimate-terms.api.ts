import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi } from '../requests/base-api.js';

/** The taxes and charges of estimates, which the provider configures. */
export const { useEstimateTermsQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    estimateTerms: build.query<AnswerTo<'GET /prices/estimate-terms'>, void>({
      query: () => ({ route: 'GET /prices/estimate-terms' }),
    }),
  }),
});
