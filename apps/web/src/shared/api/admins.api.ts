import type { AnswerTo } from '@sarafa/contracts/http-api';
import { baseApi } from '../requests/base-api.js';

const adminsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    admins: build.query<AnswerTo<'GET /admin/list'>, void>({
      query: () => ({ route: 'GET /admin/list' }),
      providesTags: ['Admins'],
    }),
    createAdmin: build.mutation<AnswerTo<'POST /admin/create'>, { fields: object; repeatKey: string }>({
      query: ({ fields, repeatKey }) => ({ route: 'POST /admin/create', body: fields, repeatKey }),
      invalidatesTags: ['Admins'],
    }),
    updateAdmin: build.mutation<AnswerTo<'PUT /admin/update/{id}'>, { id: string; fields: object }>({
      query: ({ id, fields }) => ({ route: 'PUT /admin/update/{id}', params: { id }, body: fields }),
      invalidatesTags: ['Admins', 'Me'],
    }),
    deleteAdmin: build.mutation<AnswerTo<'DELETE /admin/delete/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /admin/delete/{id}', params: { id } }),
      // Also after a failure, because another admin may have done it already.
      invalidatesTags: ['Admins'],
    }),
    /** A shop's too. */
    resetFactors: build.mutation<AnswerTo<'DELETE /admin/{id}/factors'>, string>({
      query: (id) => ({ route: 'DELETE /admin/{id}/factors', params: { id } }),
    }),
  }),
});

export const {
  useResetFactorsMutation,
  useAdminsQuery,
  useCreateAdminMutation,
  useUpdateAdminMutation,
  useDeleteAdminMutation,
} = adminsApi;
