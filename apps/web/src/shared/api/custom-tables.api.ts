import type { CustomTable, CustomTableUpdate, NewCustomTable, OwnedCustomTable } from '@sarafa/contracts';
import { baseApi } from '../base-api.js';

const customTablesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    customTables: build.query<OwnedCustomTable[], void>({
      query: () => ({ path: '/admin/custom-tables' }),
      providesTags: ['CustomTables'],
    }),
    updateCustomTable: build.mutation<{ message: string }, CustomTableUpdate & { id: string }>({
      query: ({ id, ...body }) => ({ path: `/admin/custom-tables/${id}`, method: 'PUT', body }),
      invalidatesTags: ['CustomTables'],
    }),
    customTablesOf: build.query<CustomTable[], string>({
      query: (userId) => ({ path: `/admin/custom-tables/user/${userId}` }),
      providesTags: ['CustomTables'],
    }),
    createCustomTable: build.mutation<
      { message: string; customTable: CustomTable },
      { table: NewCustomTable; repeatKey: string }
    >({
      query: ({ table, repeatKey }) => ({ path: '/admin/custom-tables', method: 'POST', body: table, repeatKey }),
      invalidatesTags: ['CustomTables'],
    }),
    deleteCustomTable: build.mutation<{ message: string }, string>({
      query: (id) => ({ path: `/admin/custom-tables/${id}`, method: 'DELETE' }),
      invalidatesTags: ['CustomTables'],
    }),
  }),
});

export const {
  useCustomTablesQuery,
  useCustomTablesOfQuery,
  useCreateCustomTableMutation,
  useUpdateCustomTableMutation,
  useDeleteCustomTableMutation,
} = customTablesApi;
