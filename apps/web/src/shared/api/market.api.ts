import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { Metal } from '@sarafa/contracts';
import { baseApi } from '../requests/base-api.js';
import { serverNow } from '../requests/server-time.js';

const DAY_MS = 86_400_000;
/** Seconds; this gives nearly a hundred points a day. */
const STEP_S = 900;

const marketApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    priceStatus: build.query<AnswerTo<'GET /admin/price-status'>, void>({
      query: () => ({ route: 'GET /admin/price-status' }),
      providesTags: ['Market'],
    }),
    refreshPrices: build.mutation<AnswerTo<'POST /admin/price-refresh'>, void>({
      query: () => ({ route: 'POST /admin/price-refresh' }),
      invalidatesTags: ['Market'],
    }),
    updateSettings: build.query<AnswerTo<'GET /admin/price-settings'>, void>({
      query: () => ({ route: 'GET /admin/price-settings' }),
      providesTags: ['PriceSettings'],
    }),
    setUpdateInterval: build.mutation<AnswerTo<'PUT /admin/price-settings'>, number>({
      query: (interval) => ({ route: 'PUT /admin/price-settings', body: { interval } }),
      invalidatesTags: ['PriceSettings', 'Market'],
    }),
    dynamicSettings: build.query<AnswerTo<'GET /admin/dynamic-price-settings'>, void>({
      query: () => ({ route: 'GET /admin/dynamic-price-settings' }),
      providesTags: ['PriceSettings'],
    }),
    setDynamicInterval: build.mutation<AnswerTo<'PUT /admin/dynamic-price-settings'>, number>({
      query: (interval) => ({ route: 'PUT /admin/dynamic-price-settings', body: { interval } }),
      // Shops without an interval of their own now have another one.
      invalidatesTags: ['PriceSettings', 'Shops'],
    }),
    /** The market's rates with duty and without margins. */
    detailedRates: build.query<AnswerTo<'GET /prices/detailed'>, void>({
      query: () => ({ route: 'GET /prices/detailed', isPublic: true }),
    }),
    importDuty: build.query<AnswerTo<'GET /prices/import-duty'>, void>({ query: () => ({ route: 'GET /prices/import-duty' }) }),
    nextDuty: build.query<AnswerTo<'GET /admin/import-duty'>, void>({ query: () => ({ route: 'GET /admin/import-duty' }) }),
    quarantine: build.query<AnswerTo<'GET /admin/quarantine'>, void>({
      query: () => ({ route: 'GET /admin/quarantine' }),
      providesTags: ['Market'],
    }),
    releaseQuote: build.mutation<AnswerTo<'POST /admin/quarantine/{id}/release'>, string>({
      query: (id) => ({ route: 'POST /admin/quarantine/{id}/release', params: { id } }),
      // Also after a failure, because another quote may have been accepted meanwhile.
      invalidatesTags: ['Market'],
    }),
    acceptedQuotes: build.query<AnswerTo<'GET /admin/quotes'>, void>({
      query: () => ({ route: 'GET /admin/quotes' }),
      providesTags: ['Market'],
    }),
    withdrawQuote: build.mutation<AnswerTo<'POST /admin/quotes/{seq}/withdraw'>, { seq: number; metal: Metal }>({
      query: ({ seq, metal }) => ({ route: 'POST /admin/quotes/{seq}/withdraw', params: { seq }, query: { metal } }),
      invalidatesTags: ['Market'],
    }),
    lastDay: build.query<AnswerTo<'GET /prices/history'>, Metal>({
      query: (metal) => {
        const now = serverNow();
        const between = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() };
        return { route: 'GET /prices/history', query: { metal, ...between, step: String(STEP_S) } };
      },
      providesTags: ['Market'],
    }),
  }),
});

export const {
  usePriceStatusQuery,
  useRefreshPricesMutation,
  useUpdateSettingsQuery,
  useSetUpdateIntervalMutation,
  useDynamicSettingsQuery,
  useSetDynamicIntervalMutation,
  useDetailedRatesQuery,
  useImportDutyQuery,
  useNextDutyQuery,
  useQuarantineQuery,
  useReleaseQuoteMutation,
  useAcceptedQuotesQuery,
  useWithdrawQuoteMutation,
  useLastDayQuery,
} = marketApi;
