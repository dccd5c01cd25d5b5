import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { CustomTableUpdate, NewCustomTable } from '@sarafa/contracts';
import { baseApi } from '../requests/base-api.js';

const customTablesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    customTables: build.query<AnswerTo<'GET /admin/custom-tables'>, void>({
      query: () => ({ route: 'GET /admin/custom-tables' }),
      providesTags: ['CustomTables'],
    }),
    updateCustomTable: build.mutation<AnswerTo<'PUT /admin/custom-tables/{id}'>, CustomTableUpdate & { id: string }>({
      query: ({ id, ...body }) => ({ route: 'PUT /admin/custom-tables/{id}', params: { id }, body }),
      invalidatesTags: ['CustomTables'],
    }),
    customTablesOf: build.query<AnswerTo<'GET /admin/custom-tables/user/{userId}'>, string>({
      query: (userId) => ({ route: 'GET /admin/custom-tables/user/{userId}', params: { userId } }),
      providesTags: ['CustomTables'],
    }),
    createCustomTable: build.mutation<AnswerTo<'POST /admin/custom-tables'>, { table: NewCustomTable; repeatKey: string }>({
      query: ({ table, repeatKey }) => ({ route: 'POST /admin/custom-tables', body: table, repeatKey }),
      invalidatesTags: ['CustomTables'],
    }),
    deleteCustomTable: build.mutation<AnswerTo<'DELETE /admin/custom-tables/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /admin/custom-tables/{id}', params: { id } }),
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
