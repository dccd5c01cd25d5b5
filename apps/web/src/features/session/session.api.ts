import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { SignIn } from '@sarafa/contracts';
import { baseApi } from '../../shared/base-api.js';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<AnswerTo<'POST /auth/login'>, SignIn>({
      query: (body) => ({ route: 'POST /auth/login', body, isPublic: true }),
    }),
  }),
});

export const { useSignInMutation } = sessionApi;
