import type { SignedIn, SignIn } from '@sarafa/contracts';
import { baseApi } from '../../shared/base-api.js';

const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<SignedIn, SignIn>({
      query: (body) => ({ path: '/auth/login', method: 'POST', body, isPublic: true }),
    }),
  }),
});

export const { useSignInMutation } = sessionApi;
