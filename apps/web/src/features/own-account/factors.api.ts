import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { NewPasskey } from '@sarafa/contracts';
import { baseApi } from '../../shared/requests/base-api.js';

const factorsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    factors: build.query<AnswerTo<'GET /auth/factors'>, void>({
      query: () => ({ route: 'GET /auth/factors' }),
      providesTags: ['Factors'],
    }),
    beginTotp: build.mutation<AnswerTo<'POST /auth/factors/totp'>, void>({
      query: () => ({ route: 'POST /auth/factors/totp' }),
    }),
    // Where a second step is required, `Me` says until when.
    confirmTotp: build.mutation<AnswerTo<'POST /auth/factors/totp/confirm'>, string>({
      query: (code) => ({ route: 'POST /auth/factors/totp/confirm', body: { code } }),
      invalidatesTags: ['Factors', 'Me'],
    }),
    beginPasskey: build.mutation<AnswerTo<'POST /auth/factors/passkeys/options'>, void>({
      query: () => ({ route: 'POST /auth/factors/passkeys/options' }),
    }),
    addPasskey: build.mutation<AnswerTo<'POST /auth/factors/passkeys'>, NewPasskey>({
      query: (body) => ({ route: 'POST /auth/factors/passkeys', body }),
      invalidatesTags: ['Factors', 'Me'],
    }),
    /** Also where it has failed: it may have been removed already. */
    removeFactor: build.mutation<AnswerTo<'DELETE /auth/factors/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /auth/factors/{id}', params: { id } }),
      invalidatesTags: ['Factors', 'Me'],
    }),
  }),
});

export const {
  useFactorsQuery,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemoveFactorMutation,
} = factorsApi;
