import type { Done, OwnPassword, SignedIn } from '@sarafa/contracts';
import { baseApi } from '../base-api.js';
import { sessionToken, signedIn, signedOut } from '../session.js';

/** The session that asked takes what came of it, also when nobody looks any more: another one that was begun meanwhile doesn't. */
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
