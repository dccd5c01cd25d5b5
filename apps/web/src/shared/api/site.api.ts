import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi, START_MS } from '../requests/base-api.js';

/** The switches of the whole site. */
const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    maintenance: build.query<AnswerTo<'GET /settings/maintenance'>, void>({
      query: () => ({ route: 'GET /settings/maintenance', isPublic: true, timeoutMs: START_MS }),
      providesTags: ['Site'],
    }),
    setMaintenance: build.mutation<AnswerTo<'PUT /settings/maintenance'>, boolean>({
      query: (isMaintenanceMode) => ({ route: 'PUT /settings/maintenance', body: { isMaintenanceMode } }),
      invalidatesTags: ['Site'],
    }),
    publicView: build.query<AnswerTo<'GET /prices/settings/public-view-enabled'>, void>({
      query: () => ({ route: 'GET /prices/settings/public-view-enabled', isPublic: true }),
      providesTags: ['Site'],
    }),
    setPublicView: build.mutation<AnswerTo<'PUT /prices/settings/public-view-enabled'>, boolean>({
      query: (enabled) => ({ route: 'PUT /prices/settings/public-view-enabled', body: { enabled } }),
      invalidatesTags: ['Site'],
    }),
  }),
});

export const { useMaintenanceQuery, useSetMaintenanceMutation, usePublicViewQuery, useSetPublicViewMutation } = siteApi;
