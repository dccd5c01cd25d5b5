import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { SignIn } from '@sarafa/contracts';
import { answerOf, baseApi } from '../requests/base-api.js';
import { kept } from '../kept/kept.js';

/** Outlasts the session: by it the server knows this browser at its next sign-in (rule 2.5). */
const DEVICE_TOKEN = 'device_token';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Also again, for a change that needs a fresh sign-in (rule 9.2). */
    signIn: build.mutation<AnswerTo<'POST /auth/login'>, SignIn>({
      query: (body) => ({
        route: 'POST /auth/login',
        body: { ...body, device_token: kept.get(DEVICE_TOKEN) ?? undefined },
        isPublic: true,
      }),
      async onQueryStarted(_, { queryFulfilled }) {
        const token = (await answerOf(queryFulfilled))?.device_token;
        if (token) kept.set(DEVICE_TOKEN, token);
      },
    }),
  }),
});

export const { useSignInMutation } = sessionApi;
