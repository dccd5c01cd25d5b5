import type { ListedPurity, RateList } from '@sarafa/contracts';
import { priceKey, type RateChanges, type RatesDraft, settingOf } from '../../rate-lists/index.js';

/** What a shop begins with: the purities that most boards show. */
const FIRST: readonly Pick<ListedPurity, 'metal' | 'fineness'>[] = [
  { metal: 'gold', fineness: 1_000 },
  { metal: 'gold', fineness: 916 },
  { metal: 'gold', fineness: 750 },
  { metal: 'silver', fineness: 999 },
];
export const FIRST_CHANGES: RateChanges = {
  bases: { gold: null, silver: null },
  prices: Object.fromEntries(FIRST.map((one) => [priceKey(one), { ...one, sell: '', buy: '' }])),
};

/** The setting of a shop that has no list yet. */
export const NO_LIST = settingOf(undefined);

/** What was typed of a first list, over the one that somebody else has set meanwhile: what was left empty is as it is there. */
export function typedOver(list: Pick<RateList, 'prices'>, { prices }: RateChanges): RateChanges {
  const typed = Object.entries(prices).flatMap(([key, price]) => {
    if (!price || (price.sell === '' && price.buy === '')) return [];
    const theirs = list.prices.find((one) => priceKey(one) === key);
    return [[key, { ...price, sell: price.sell || theirs?.sell || '', buy: price.buy || theirs?.buy || '' }] as const];
  });
  return { bases: {}, prices: Object.fromEntries(typed) };
}

/** A row that was left empty isn't in the list, unless it was before. */
export function filledIn(draft: RatesDraft, list: RateList | undefined): RatesDraft {
  const isListed = (key: string) => list?.prices.some((price) => priceKey(price) === key);
  const prices = draft.prices.filter(([key, { sell, buy }]) => sell !== '' || buy !== '' || isListed(key));
  return prices.length > 0 ? { ...draft, prices } : draft;
}
