import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi } from '../requests/base-api.js';

/** Which entries are read: `before` is the last one of the page before. */
export type AuditPage = Readonly<Record<string, string>>;

const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AnswerTo<'GET /admin/audit'>, AuditPage>({
      query: (page) => ({ route: 'GET /admin/audit', ...queryOf(page) }),
      providesTags: ['Audit'],
    }),
    ownAudit: build.query<AnswerTo<'GET /user/audit'>, AuditPage>({
      query: (page) => ({ route: 'GET /user/audit', ...queryOf(page) }),
      providesTags: ['Audit'],
    }),
  }),
});

function queryOf(query: AuditPage): { query?: AuditPage } {
  return Object.keys(query).length > 0 ? { query } : {};
}

export const { useAuditQuery, useOwnAuditQuery } = auditApi;
