import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.js';

/** For what the portal's start waits for: a server that hangs must not keep anybody from the sign-in screen. */
export const START_MS = 5_000;

/** Each feature adds its calls to this one with `injectEndpoints`, and their tags here. */
export const baseApi = createApi({
  baseQuery,
  // Whoever unlocks a phone, or is back in the network, must not look at figures of before.
  refetchOnFocus: true,
  refetchOnReconnect: true,
  tagTypes: [
    'Me',
    'Shops',
    'Admins',
    'Overview',
    'CustomTables',
    'OwnShop',
    'OwnAds',
    'OwnTables',
    'OwnRates',
    'Site',
    'Market',
    'PriceSettings',
  ],
  endpoints: () => ({}),
});
