import type { Done, OwnPassword, SignedIn } from '@sarafa/contracts';
import { baseApi } from '../base-api.js';
import { sessionToken, signedIn, signedOut } from '../session.js';

/** The result is stored only if the session that asked is still the current one, whether or not the screen is still open. */
const ownAccountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<SignedIn, OwnPassword>({
      query: (body) => ({ path: '/auth/password', method: 'PUT', body }),
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const asked = sessionToken(getState());
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer && sessionToken(getState()) === asked) dispatch(signedIn(answer.data));
      },
    }),
    signOutEverywhere: build.mutation<Done, void>({
      query: () => ({ path: '/auth/logout-all', method: 'POST' }),
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const asked = sessionToken(getState());
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer && sessionToken(getState()) === asked) dispatch(signedOut());
      },
    }),
  }),
});

export const { useChangePasswordMutation, useSignOutEverywhereMutation } = ownAccountApi;
