import type {
  CustomTable,
  DisplayTimes,
  OwnAdvertisement,
  PriceSnapshot,
  ProfileSettings,
  ShopDashboard,
  UploadedAdvertisement,
} from '@sarafa/contracts';
import { baseApi } from '../../shared/base-api.js';

interface Told {
  readonly message: string;
  readonly user: ShopDashboard;
}
interface Upload {
  readonly file: File;
  readonly repeatKey: string;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** What a shop reads and sets of itself. A write answers the shop as it is now, so it isn't read again. */
const shopDashboardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownShop: build.query<ShopDashboard, void>({ query: () => ({ path: '/user/profile/me' }), providesTags: ['OwnShop'] }),
    /** The rates as the shop's board shows them. */
    ownRates: build.query<PriceSnapshot, string>({
      query: (id) => ({ path: `/prices/user/${id}`, isPublic: true }),
      providesTags: ['OwnRates'],
    }),
    ownAds: build.query<OwnAdvertisement[], void>({
      query: () => ({ path: '/advertisements/user/me' }),
      providesTags: ['OwnAds'],
    }),
    ownTables: build.query<CustomTable[], void>({
      query: () => ({ path: '/user/custom-tables/me' }),
      providesTags: ['OwnTables'],
    }),
    setAdsEnabled: build.mutation<Told, boolean>({
      query: (ads_enabled) => ({ path: '/advertisements/toggle-ads', method: 'PUT', body: { ads_enabled } }),
      onQueryStarted: keepAnswer,
    }),
    /** Sent as text (rule 11.6). */
    setMuted: build.mutation<Told, { id: string; isMuted: boolean }>({
      query: ({ id, isMuted }) => ({
        path: `/user/mute-state/${id}`,
        method: 'PUT',
        body: { default_mute_state: String(isMuted) },
      }),
      onQueryStarted: keepAnswer,
    }),
    setDisplayTimes: build.mutation<Told, DisplayTimes>({
      query: (body) => ({ path: '/user/display-times', method: 'PUT', body }),
      onQueryStarted: keepAnswer,
    }),
    setProfileSettings: build.mutation<Told, { id: string; settings: ProfileSettings }>({
      query: ({ id, settings }) => ({ path: `/user/profile-settings/${id}`, method: 'PUT', body: settings }),
      invalidatesTags: ['OwnRates'],
      onQueryStarted: keepAnswer,
    }),
    setTablePrice: build.mutation<{ message: string; customTable: CustomTable }, { id: string; price: number }>({
      query: ({ id, price }) => ({ path: `/user/custom-tables/${id}/price`, method: 'PUT', body: { price } }),
      // Also after a failure, because the provider may have deleted the row.
      invalidatesTags: ['OwnTables'],
    }),
    uploadAd: build.mutation<UploadedAdvertisement, Upload>({
      query: ({ file, ...how }) => ({ path: '/advertisements/upload', method: 'POST', body: formOf(file), ...how }),
      invalidatesTags: ['OwnAds'],
    }),
    deleteAd: build.mutation<{ message: string }, string>({
      query: (id) => ({ path: `/advertisements/${id}`, method: 'DELETE' }),
      // Also after a failure, because the ad may be gone already (rule 11.2).
      invalidatesTags: ['OwnAds'],
    }),
  }),
});

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('advertisement', file);
  return form;
}

type Started = { dispatch: (action: never) => unknown; queryFulfilled: Promise<{ data: Told }> };

async function keepAnswer(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined);
  if (answer) dispatch(shopDashboardApi.util.upsertQueryData('ownShop', undefined, answer.data.user) as never);
}

export const {
  useOwnShopQuery,
  useOwnRatesQuery,
  useOwnAdsQuery,
  useOwnTablesQuery,
  useSetAdsEnabledMutation,
  useSetMutedMutation,
  useSetDisplayTimesMutation,
  useSetProfileSettingsMutation,
  useSetTablePriceMutation,
  useUploadAdMutation,
  useDeleteAdMutation,
} = shopDashboardApi;
