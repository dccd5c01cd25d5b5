import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { OwnPassword } from '@sarafa/contracts';
import { answerOf, baseApi } from '../../shared/requests/base-api.js';
import { signedIn, signedOut } from '../../shared/session/session.js';

/**
 * The result is stored whether or not the screen is still open, also where the session that asked had ended and another one of the
 * same account has taken its place. Signing out stops these calls, so nobody is signed in or out by an answer to somebody else.
 */
const ownAccountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<AnswerTo<'PUT /auth/password'>, OwnPassword>({
      query: (body) => ({ route: 'PUT /auth/password', body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const session = await answerOf(queryFulfilled);
        if (!session) return;
        dispatch(signedIn(session));
        // Not before: the list would be asked for with the token that has just ended.
        dispatch(ownAccountApi.util.invalidateTags(['Sessions']));
      },
    }),
    sessions: build.query<AnswerTo<'GET /auth/sessions'>, void>({
      query: () => ({ route: 'GET /auth/sessions' }),
      providesTags: ['Sessions'],
    }),
    /** Also where it has failed: the session may be over already. */
    endSession: build.mutation<AnswerTo<'DELETE /auth/sessions/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /auth/sessions/{id}', params: { id } }),
      invalidatesTags: ['Sessions'],
    }),
    signOutEverywhere: build.mutation<AnswerTo<'POST /auth/logout-all'>, void>({
      query: () => ({ route: 'POST /auth/logout-all' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        if (await answerOf(queryFulfilled)) dispatch(signedOut());
      },
    }),
  }),
});

export const { useChangePasswordMutation, useEndSessionMutation, useSessionsQuery, useSignOutEverywhereMutation } =
  ownAccountApi;
