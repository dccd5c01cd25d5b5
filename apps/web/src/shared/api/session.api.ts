import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { SignIn } from '@sarafa/contracts';
import { baseApi } from '../base-api.js';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Also again, for a change that needs a fresh sign-in (rule 9.2). */
    signIn: build.mutation<AnswerTo<'POST /auth/login'>, SignIn>({
      query: (body) => ({ route: 'POST /auth/login', body, isPublic: true }),
    }),
  }),
});

export const { useSignInMutation } = sessionApi;
