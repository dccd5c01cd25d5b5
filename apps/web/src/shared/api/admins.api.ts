import type { Admin } from '@sarafa/contracts';
import { baseApi } from '../base-api.js';

interface Told {
  readonly message: string;
  readonly admin: Admin;
}

const adminsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    admins: build.query<Admin[], void>({ query: () => ({ path: '/admin/list' }), providesTags: ['Admins'] }),
    createAdmin: build.mutation<Told, { fields: object; repeatKey: string }>({
      query: ({ fields, repeatKey }) => ({ path: '/admin/create', method: 'POST', body: fields, repeatKey }),
      invalidatesTags: ['Admins'],
    }),
    updateAdmin: build.mutation<Told, { id: string; fields: object }>({
      query: ({ id, fields }) => ({ path: `/admin/update/${id}`, method: 'PUT', body: fields }),
      invalidatesTags: ['Admins', 'Me'],
    }),
    deleteAdmin: build.mutation<{ message: string }, string>({
      query: (id) => ({ path: `/admin/delete/${id}`, method: 'DELETE' }),
      // Also after a failure, because another admin may have done it already.
      invalidatesTags: ['Admins'],
    }),
  }),
});

export const { useAdminsQuery, useCreateAdminMutation, useUpdateAdminMutation, useDeleteAdminMutation } = adminsApi;
