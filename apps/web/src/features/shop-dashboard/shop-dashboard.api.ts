import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { AnswerTo } from '@sarafa/contracts/http-api';
import {
  type DisplayTimes,
  type ProfileSettings,
  type RateListUpdate,
  type SavedShop,
  type SentHold,
  wholeShop,
} from '@sarafa/contracts';
import type { WholeShop } from '../../shared/api/shops.api.js';
import { beginRead, beginWrite } from '../../shared/api/writes.js';
import { baseQuery } from '../../shared/requests/base-query.js';
import { answerOf, baseApi, readRatesAgain, showAnswer } from '../../shared/requests/base-api.js';
import type { FromBefore } from '../../shared/kept/kept-answers.js';
import { problemOf } from '../../shared/requests/problem.js';
import { sessionOf } from '../../shared/session/session.js';

interface Upload {
  readonly file: File;
  readonly repeatKey: string;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** What a shop reads and sets of itself. A write answers what it has changed, so it isn't read again. */
const shopDashboardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownShop: build.query<WholeShop & FromBefore, void>({
      query: () => ({ route: 'GET /user/profile/me' }),
      transformResponse: (shop: AnswerTo<'GET /user/profile/me'> & FromBefore) => wholeShop(shop),
      providesTags: ['OwnShop'],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const later = beginRead();
        if (!(await answerOf(queryFulfilled))) return;
        dispatch(shopDashboardApi.util.updateQueryData('ownShop', undefined, (shop) => Object.assign(shop, later(shop.id))));
      },
    }),
    /** The rates as the shop's board shows them. */
    ownRates: build.query<AnswerTo<'GET /prices/user/{id}'> & FromBefore, string>({
      query: (id) => ({ route: 'GET /prices/user/{id}', params: { id }, isPublic: true }),
      providesTags: ['OwnRates'],
      // The subscription has ended meanwhile, which the shop itself says.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const status = await queryFulfilled.then(
          () => undefined,
          ({ error }) => problemOf(error).status,
        );
        if (status === 403) dispatch(shopDashboardApi.util.invalidateTags(['OwnShop']));
      },
    }),
    /** What the shop's own list is and was, newest first. The list alone would be 404 before it is first set. */
    ownListRevisions: build.query<AnswerTo<'GET /user/rate-list/{userId}/revisions'>, string>({
      query: (userId) => ({ route: 'GET /user/rate-list/{userId}/revisions', params: { userId } }),
      providesTags: ['OwnList'],
    }),
    /** The revisions, read when somebody is about to set the list. */
    checkOwnList: build.mutation<AnswerTo<'GET /user/rate-list/{userId}/revisions'>, string>({
      query: (userId) => ({ route: 'GET /user/rate-list/{userId}/revisions', params: { userId } }),
      onQueryStarted: (userId, started) =>
        void showAnswer(started, (now) => shopDashboardApi.util.upsertQueryData('ownListRevisions', userId, now)),
    }),
    /** Only of a shop that has one. */
    ownList: build.query<AnswerTo<'GET /user/rate-list/{userId}'>, string>({
      query: (userId) => ({ route: 'GET /user/rate-list/{userId}', params: { userId } }),
      providesTags: ['OwnList'],
    }),
    setOwnList: build.mutation<AnswerTo<'PUT /user/rate-list/{userId}'>, { id: string; list: RateListUpdate }>({
      query: ({ id, list }) => ({ route: 'PUT /user/rate-list/{userId}', params: { userId: id }, body: list }),
      // The first one also puts the shop on its list.
      invalidatesTags: ['OwnList', 'OwnShop', 'OwnRates'],
      onQueryStarted: (_, started) => void readRatesAgain(started),
    }),
    ownAds: build.query<AnswerTo<'GET /advertisements/user/me'>, void>({
      query: () => ({ route: 'GET /advertisements/user/me' }),
      providesTags: ['OwnAds'],
    }),
    ownTables: build.query<AnswerTo<'GET /user/custom-tables/me'>, void>({
      query: () => ({ route: 'GET /user/custom-tables/me' }),
      providesTags: ['OwnTables'],
    }),
    setAdsEnabled: build.mutation<AnswerTo<'PUT /advertisements/toggle-ads'>, boolean>({
      query: (ads_enabled) => ({ route: 'PUT /advertisements/toggle-ads', body: { ads_enabled } }),
      onQueryStarted: (ads_enabled, started) => keepAnswer({ ads_enabled }, started),
    }),
    /** Sent as text (rule 11.6). */
    setMuted: build.mutation<AnswerTo<'PUT /user/mute-state/{id}'>, { id: string; isMuted: boolean }>({
      query: ({ id, isMuted }) => ({
        route: 'PUT /user/mute-state/{id}',
        params: { id },
        body: { default_mute_state: String(isMuted) },
      }),
      onQueryStarted: ({ isMuted }, started) => keepAnswer({ default_mute_state: isMuted }, started),
    }),
    setDisplayTimes: build.mutation<AnswerTo<'PUT /user/display-times'>, DisplayTimes>({
      query: (body) => ({ route: 'PUT /user/display-times', body }),
      onQueryStarted: keepAnswer,
    }),
    setProfileSettings: build.mutation<AnswerTo<'PUT /user/profile-settings/{id}'>, { id: string; settings: ProfileSettings }>({
      query: ({ id, settings }) => ({ route: 'PUT /user/profile-settings/{id}', params: { id }, body: settings }),
      invalidatesTags: ['OwnRates'],
      onQueryStarted({ settings }, started) {
        void keepAnswer(settings, started);
        void readRatesAgain(started);
      },
    }),
    /** `until` is an instant; null ends the hold. */
    setHold: build.mutation<AnswerTo<'PUT /user/rates/hold/{userId}'>, { id: string } & SentHold>({
      query: ({ id, ...hold }) => ({ route: 'PUT /user/rates/hold/{userId}', params: { userId: id }, body: hold }),
      invalidatesTags: ['OwnRates'],
    }),
    setTablePrice: build.mutation<AnswerTo<'PUT /user/custom-tables/{id}/price'>, { id: string; price: number }>({
      query: ({ id, price }) => ({ route: 'PUT /user/custom-tables/{id}/price', params: { id }, body: { price } }),
      // Also after a failure, because the provider may have deleted the row.
      invalidatesTags: ['OwnTables'],
    }),
    deleteAd: build.mutation<AnswerTo<'DELETE /advertisements/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /advertisements/{id}', params: { id } }),
      // Also after a failure, because the ad may be gone already (rule 11.2).
      invalidatesTags: ['OwnAds'],
    }),
  }),
});

/**
 * Uploads an ad; resolves with why that failed. It is no mutation, because RTK Query reads nothing again while one of its calls is
 * pending, and an upload takes minutes.
 */
export async function uploadAd(store: Pick<BaseQueryApi, 'dispatch' | 'getState'>, { file, signal, ...how }: Upload) {
  const form = new FormData();
  form.append('advertisement', file);
  const call = { route: 'POST /advertisements/upload', body: form, ...how } as const;
  const { error } = await baseQuery(call, { ...store, signal, type: 'mutation' });
  // Also after a failure, because the server may have stored the ad just before.
  store.dispatch(shopDashboardApi.util.invalidateTags(['OwnAds']));
  return error;
}

interface Started {
  readonly dispatch: (action: never) => unknown;
  readonly getState: () => unknown;
  readonly queryFulfilled: Promise<{ data: SavedShop }>;
}

async function keepAnswer(sent: object, { dispatch, getState, queryFulfilled }: Started): Promise<void> {
  const taken = beginWrite(sessionOf(getState())?.userId ?? '', sent);
  const answer = await answerOf(queryFulfilled);
  if (!answer) return;
  const changes = taken(answer.user);
  const isRead = shopDashboardApi.endpoints.ownShop.select()(getState() as never).data !== undefined;
  const { updateQueryData, upsertQueryData } = shopDashboardApi.util;
  dispatch(
    (isRead
      ? updateQueryData('ownShop', undefined, (shop) => Object.assign(shop, changes))
      : upsertQueryData('ownShop', undefined, wholeShop(answer.user))) as never,
  );
}

export const {
  useOwnShopQuery,
  useOwnRatesQuery,
  useOwnListQuery,
  useOwnListRevisionsQuery,
  useCheckOwnListMutation,
  useSetOwnListMutation,
  useOwnAdsQuery,
  useOwnTablesQuery,
  useSetAdsEnabledMutation,
  useSetMutedMutation,
  useSetDisplayTimesMutation,
  useSetProfileSettingsMutation,
  useSetHoldMutation,
  useSetTablePriceMutation,
  useDeleteAdMutation,
} = shopDashboardApi;
