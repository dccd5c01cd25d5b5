import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.js';

/**
 * The time limit of calls that the portal's start waits for, so that a server that hangs doesn't keep anybody from the sign-in
 * screen.
 */
export const START_MS = 5_000;

/** Each feature adds its calls with `injectEndpoints`, and its tags here. */
export const baseApi = createApi({
  baseQuery,
  // After a phone was unlocked or the network came back, old figures must not stay on the screen.
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
    'RateLists',
    'Screens',
    'ScreenAlarms',
  ],
  endpoints: () => ({}),
});
