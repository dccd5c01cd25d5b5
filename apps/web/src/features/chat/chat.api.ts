import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi } from '../../shared/requests/base-api.js';

const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    chatSettings: build.query<AnswerTo<'GET /settings/chat'>, void>({
      query: () => ({ route: 'GET /settings/chat', isPublic: true }),
    }),
  }),
});

export const { useChatSettingsQuery } = chatApi;
