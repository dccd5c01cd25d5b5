import type { ShopDashboard } from '@sarafa/contracts';
import { baseApi } from '../../shared/base-api.js';

const shopHomeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownShop: build.query<ShopDashboard, void>({ query: () => ({ path: '/user/profile/me' }), providesTags: ['OwnShop'] }),
  }),
});

export const { useOwnShopQuery } = shopHomeApi;
