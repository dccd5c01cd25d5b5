import type {
  AcceptedQuote,
  HistoryPoint,
  ImportDuty,
  IntervalSettings,
  Metal,
  PriceStatus,
  RefusedQuote,
} from '@sarafa/contracts';
import { baseApi } from '../base-api.js';

interface Told {
  readonly message: string;
  readonly settings: IntervalSettings;
}

const DAY_MS = 86_400_000;
/** Seconds; this gives nearly a hundred points a day. */
const STEP_S = 900;

const marketApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    priceStatus: build.query<PriceStatus, void>({
      query: () => ({ path: '/admin/price-status' }),
      providesTags: ['Market'],
    }),
    refreshPrices: build.mutation<PriceStatus, void>({
      query: () => ({ path: '/admin/price-refresh', method: 'POST' }),
      invalidatesTags: ['Market'],
    }),
    updateSettings: build.query<IntervalSettings, void>({
      query: () => ({ path: '/admin/price-settings' }),
      providesTags: ['PriceSettings'],
    }),
    setUpdateInterval: build.mutation<Told, number>({
      query: (interval) => ({ path: '/admin/price-settings', method: 'PUT', body: { interval } }),
      invalidatesTags: ['PriceSettings', 'Market'],
    }),
    dynamicSettings: build.query<IntervalSettings, void>({
      query: () => ({ path: '/admin/dynamic-price-settings' }),
      providesTags: ['PriceSettings'],
    }),
    setDynamicInterval: build.mutation<Told, number>({
      query: (interval) => ({ path: '/admin/dynamic-price-settings', method: 'PUT', body: { interval } }),
      // Shops without an interval of their own now have another one.
      invalidatesTags: ['PriceSettings', 'Shops'],
    }),
    importDuty: build.query<ImportDuty, void>({ query: () => ({ path: '/prices/import-duty' }) }),
    quarantine: build.query<RefusedQuote[], void>({
      query: () => ({ path: '/admin/quarantine' }),
      providesTags: ['Market'],
    }),
    releaseQuote: build.mutation<{ message: string }, string>({
      query: (id) => ({ path: `/admin/quarantine/${id}/release`, method: 'POST' }),
      // Also after a failure, because another quote may have been accepted meanwhile.
      invalidatesTags: ['Market'],
    }),
    acceptedQuotes: build.query<AcceptedQuote[], void>({
      query: () => ({ path: '/admin/quotes' }),
      providesTags: ['Market'],
    }),
    withdrawQuote: build.mutation<{ message: string }, { seq: number; metal: Metal }>({
      query: ({ seq, metal }) => ({ path: `/admin/quotes/${seq}/withdraw?metal=${metal}`, method: 'POST' }),
      invalidatesTags: ['Market'],
    }),
    lastDay: build.query<HistoryPoint[], Metal>({
      query: (metal) => {
        const now = Date.now();
        const between = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() };
        return { path: `/prices/history?${new URLSearchParams({ metal, ...between, step: String(STEP_S) })}` };
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
  useImportDutyQuery,
  useQuarantineQuery,
  useReleaseQuoteMutation,
  useAcceptedQuotesQuery,
  useWithdrawQuoteMutation,
  useLastDayQuery,
} = marketApi;
