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

/** The provider's lists; those of pricing of the release before while no other pricing has run. */
export function rateListsOf(state: StateCache): readonly PublishedRateList[] {
  return (state.peek(marketRateLists, '') ?? state.peek(formerRateLists, ''))?.lists ?? [];
}

/** The list that the shop has its rates of: its own, or one of the provider's. */
export function listOfShop(state: StateCache, { id, rate_list_id }: ShopProfile): PublishedRateList | undefined {
  if (rate_list_id === id) return state.peek(shopRateList, id) ?? undefined;
  return rateListsOf(state).find((list) => list.id === rate_list_id);
}
