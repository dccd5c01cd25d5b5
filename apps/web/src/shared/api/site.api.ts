import type { Maintenance, PublicView, SignedIn, SignIn } from '@sarafa/contracts';
import { baseApi, START_MS } from '../base-api.js';

interface Told<S> {
  readonly message: string;
  readonly settings: S;
}

/** The switches of the whole site. */
const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    maintenance: build.query<Maintenance, void>({
      query: () => ({ path: '/settings/maintenance', isPublic: true, timeoutMs: START_MS }),
      providesTags: ['Site'],
    }),
    setMaintenance: build.mutation<Told<Maintenance>, boolean>({
      query: (isMaintenanceMode) => ({ path: '/settings/maintenance', method: 'PUT', body: { isMaintenanceMode } }),
      invalidatesTags: ['Site'],
    }),
    publicView: build.query<PublicView, void>({
      query: () => ({ path: '/prices/settings/public-view-enabled', isPublic: true }),
      providesTags: ['Site'],
    }),
    setPublicView: build.mutation<Told<PublicView>, boolean>({
      query: (enabled) => ({ path: '/prices/settings/public-view-enabled', method: 'PUT', body: { enabled } }),
      invalidatesTags: ['Site'],
    }),
    /** Signs in again, for a change that needs a fresh sign-in (rule 9.2). */
    confirmPassword: build.mutation<SignedIn, SignIn>({
      query: (body) => ({ path: '/auth/login', method: 'POST', body, isPublic: true }),
    }),
  }),
});

export const {
  useMaintenanceQuery,
  useSetMaintenanceMutation,
  usePublicViewQuery,
  useSetPublicViewMutation,
  useConfirmPasswordMutation,
} = siteApi;
