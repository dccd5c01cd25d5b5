import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { SentPushSubscription } from '@sarafa/contracts';
import { baseApi } from '../requests/base-api.js';

/** The phones that get an account's alarms. Apart from the screens, because the sign-in screen needs these alone. */
const phonesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pushKey: build.query<AnswerTo<'GET /screens/push-key'>, void>({ query: () => ({ route: 'GET /screens/push-key' }) }),
    savePhone: build.mutation<AnswerTo<'POST /screens/push-subscriptions'>, SentPushSubscription>({
      query: (body) => ({ route: 'POST /screens/push-subscriptions', body }),
    }),
    removePhone: build.mutation<AnswerTo<'DELETE /screens/push-subscriptions/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /screens/push-subscriptions/{id}', params: { id } }),
    }),
  }),
});

export const { useLazyPushKeyQuery, useSavePhoneMutation, useRemovePhoneMutation } = phonesApi;
