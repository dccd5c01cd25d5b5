import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { OwnPassword } from '@sarafa/contracts';
import { answerOf, baseApi } from '../../shared/requests/base-api.js';
import { sessionToken, signedIn, signedOut } from '../../shared/session/session.js';

/** The result is stored only if the session that asked is still the current one, whether or not the screen is still open. */
const ownAccountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<AnswerTo<'PUT /auth/password'>, OwnPassword>({
      query: (body) => ({ route: 'PUT /auth/password', body }),
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const asked = sessionToken(getState());
        const session = await answerOf(queryFulfilled);
        if (session && sessionToken(getState()) === asked) dispatch(signedIn(session));
        // Not before: the list would be asked for with the token that has just ended.
        if (session) dispatch(ownAccountApi.util.invalidateTags(['Sessions']));
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
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const asked = sessionToken(getState());
        const answer = await answerOf(queryFulfilled);
        if (answer && sessionToken(getState()) === asked) dispatch(signedOut());
      },
    }),
  }),
});

export const { useChangePasswordMutation, useEndSessionMutation, useSessionsQuery, useSignOutEverywhereMutation } =
  ownAccountApi;
