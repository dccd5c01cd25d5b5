import type { AnswerTo } from '@sarafa/contracts/http-api';
import { type SavedShop, type ShopDashboard, type Whole, wholeShop } from '@sarafa/contracts';
import { answerOf, baseApi } from '../requests/base-api.js';
import { beginRead, beginWrite } from './writes.js';

/** A shop of any release of the server, with all settings. */
export type WholeShop = Whole<ShopDashboard>;

/** Thousands of shops come in one answer, so what a write answers of the sent fields is put into the list instead of reading it again. */
const shopsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    shops: build.query<WholeShop[], void>({
      query: () => ({ route: 'GET /user/list' }),
      transformResponse: (shops: AnswerTo<'GET /user/list'>) => shops.map(wholeShop),
      providesTags: ['Shops'],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const later = beginRead();
        if (await answerOf(queryFulfilled)) dispatch(changed((shop) => later(shop.id)));
      },
    }),
    createShop: build.mutation<AnswerTo<'POST /user/create'>, { fields: object; repeatKey: string }>({
      query: ({ fields, repeatKey }) => ({ route: 'POST /user/create', body: fields, repeatKey }),
      invalidatesTags: ['Overview'],
      async onQueryStarted(_, { dispatch, queryFulfilled, getState }) {
        const answer = await answerOf(queryFulfilled);
        if (!answer) return;
        dispatch(added(answer.user));
        readAgainIfReading(dispatch, getState);
      },
    }),
    updateShop: build.mutation<AnswerTo<'PUT /user/update/{id}'>, { id: string; fields: object }>({
      query: ({ id, fields }) => ({ route: 'PUT /user/update/{id}', params: { id }, body: fields }),
      // The shop's margins and list decide what its rate rows cost.
      invalidatesTags: (_, error) => (error?.status === 404 ? ['Shops', 'Overview'] : error ? [] : ['OwnRates']),
      onQueryStarted: ({ id, fields }, started) => keepAnswer(id, fields, started),
    }),
    setSubscription: build.mutation<AnswerTo<'PUT /user/{id}/subscription'>, { id: string; active: boolean }>({
      query: ({ id, active }) => ({ route: 'PUT /user/{id}/subscription', params: { id }, body: { active } }),
      invalidatesTags: (_, error) => (error?.status === 404 ? ['Shops', 'Overview'] : ['Overview']),
      onQueryStarted: ({ id, active }, started) => keepAnswer(id, { active }, started),
    }),
    deleteShop: build.mutation<AnswerTo<'DELETE /user/delete/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /user/delete/{id}', params: { id } }),
      invalidatesTags: (_, error) => (error?.status === 404 ? ['Shops', 'Overview'] : ['Overview']),
      async onQueryStarted(id, { dispatch, queryFulfilled, getState }) {
        if (!(await answerOf(queryFulfilled))) return;
        dispatch(shopsApi.util.updateQueryData('shops', undefined, (shops) => shops.filter((shop) => shop.id !== id)));
        readAgainIfReading(dispatch, getState);
      },
    }),
  }),
});

interface Started {
  readonly dispatch: (action: never) => unknown;
  readonly queryFulfilled: Promise<{ data: SavedShop }>;
}

async function keepAnswer(id: string, sent: object, { dispatch, queryFulfilled }: Started): Promise<void> {
  const taken = beginWrite(id, sent);
  const answer = await answerOf(queryFulfilled);
  if (answer) dispatch(changed((shop) => (shop.id === id ? taken(answer.user) : {})) as never);
}

/** A read of the list that began before a shop was made or deleted would undo that on the page, so another one follows. */
function readAgainIfReading(dispatch: (action: never) => unknown, getState: () => unknown): void {
  if (shopsApi.endpoints.shops.select()(getState() as never).status === 'pending')
    dispatch(shopsApi.util.invalidateTags(['Shops']) as never);
}

/** After a repeated request the list may contain the shop already. */
function added(user: ShopDashboard) {
  return shopsApi.util.updateQueryData('shops', undefined, (shops) => {
    if (!shops.some(({ id }) => id === user.id)) shops.push(wholeShop(user));
  });
}

function changed(changesOf: (shop: ShopDashboard) => object) {
  return shopsApi.util.updateQueryData('shops', undefined, (shops) => {
    for (const shop of shops) Object.assign(shop, changesOf(shop));
  });
}

export const {
  useShopsQuery,
  useCreateShopMutation,
  useUpdateShopMutation,
  useSetSubscriptionMutation,
  useDeleteShopMutation,
} = shopsApi;
