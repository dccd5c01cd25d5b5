import {
  formerRateLists,
  marketRateLists,
  type PublishedRateList,
  type ShopProfile,
  shopRateList,
  type StateKey,
} from '@sarafa/contracts';
import type { StateCache } from '@sarafa/server';

/** Where lists of fixed rates are published. */
export const LISTS: StateKey[] = [marketRateLists, formerRateLists, shopRateList];

/** The provider's lists. Pricing of the release before may have set its own ones later, also after a rollback. */
export function rateListsOf(state: StateCache): readonly PublishedRateList[] {
  const [present, former] = [state.peek(marketRateLists, ''), state.peek(formerRateLists, '')];
  const isLatest = () => present && state.revOf(marketRateLists, '') >= state.revOf(formerRateLists, '');
  if (!former || isLatest()) return present?.lists ?? [];
  // A list with prices of purities isn't among the former ones, nor is one that is about to have some.
  const known = new Set(former.lists.map(({ id }) => id));
  return [...former.lists, ...(present?.lists ?? []).filter(({ id }) => !known.has(id))];
}

/** The list that the shop has its rates of: its own, or one of the provider's. */
export function listOfShop(state: StateCache, { id, rate_list_id }: ShopProfile): PublishedRateList | undefined {
  if (rate_list_id === id) return state.peek(shopRateList, id) ?? undefined;
  return rateListsOf(state).find((list) => list.id === rate_list_id);
}
