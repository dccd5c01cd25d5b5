import { expect, it } from '@jest/globals';
import { formerRateLists, marketRateLists, type StateKey } from '@sarafa/contracts';
import type { StateCache } from '@sarafa/server';
import { rateListsOf } from './published-lists.js';

const metals = (per_gram: number) => ({ gold: { fineness: 999, per_gram }, silver: { fineness: 999, per_gram: 170 } });
const list = (id: string, per_gram: number) => ({ id, ...metals(per_gram), prices: [] });
const ofPurities = { id: 'purities', prices: [{ metal: 'gold', fineness: 916, sell: 14_000 }] };

/** The lists as this release has published them, and as the one before has. */
const shown = (present: [number, object[]] | undefined, former: [number, object[]] | undefined) => {
  const of = (stateKey: StateKey) =>
    stateKey === marketRateLists ? present : stateKey === formerRateLists ? former : undefined;
  const state = {
    peek: (stateKey: StateKey) => of(stateKey) && { lists: of(stateKey)![1] },
    revOf: (stateKey: StateKey) => of(stateKey)?.[0] ?? -1,
  } as unknown as StateCache;
  return rateListsOf(state);
};

it('are those that were set last, whichever release has set them', () => {
  const [today, yesterday] = [list('one', 14_000), list('one', 13_900)];
  expect(shown([7, [today]], [7, [today]])).toEqual([today]);
  expect(shown([8, [today]], [7, [yesterday]])).toEqual([today]);
  expect(shown(undefined, [7, [today]])).toEqual([today]);
  expect(shown([7, [today]], undefined)).toEqual([today]);
  expect(shown(undefined, undefined)).toEqual([]);
  // Pricing of the release before runs again, and knows no list with prices of purities.
  expect(shown([7, [yesterday, ofPurities]], [8, [today]])).toEqual([today, ofPurities]);
  // Prices of purities have been set just now, and the one key comes before the other.
  expect(shown([7, [yesterday]], [8, []])).toEqual([yesterday]);
});
