import type { ChatSettings } from '@sarafa/contracts';
import { baseApi } from '../../shared/base-api.js';

const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    chatSettings: build.query<ChatSettings, void>({ query: () => ({ path: '/settings/chat', isPublic: true }) }),
  }),
});

export const { useChatSettingsQuery } = chatApi;
