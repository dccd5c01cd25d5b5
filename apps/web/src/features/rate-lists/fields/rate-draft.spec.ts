import { describe, expect, it } from '@jest/globals';
import type { ListedPurity } from '@sarafa/contracts';
import { rateList } from '../../../testing/fixtures.js';
import { changesSince, ratesDraftOf, NO_CHANGES, type RateChanges } from './rate-draft.js';

const gold = (fineness: number, sell: number) => ({ metal: 'gold', fineness, sell, buy: '' }) as const;
const listOf = (...prices: ListedPurity[]) => rateList({ gold: undefined, silver: undefined, prices });
const changed = (prices: RateChanges['prices']): RateChanges => ({ ...NO_CHANGES, prices });
const sells = (list: ReturnType<typeof listOf>, changes: RateChanges) =>
  ratesDraftOf(list, changes).prices.map(([, { fineness, sell }]) => [fineness, sell]);

describe('the draft of a list', () => {
  it('has a purity once that was added here and is in the list now, as after an answer that was lost', () => {
    const list = listOf({ metal: 'gold', fineness: 916, sell: 14_000 }, { metal: 'gold', fineness: 585, sell: 9_000 });
    expect(sells(list, changed({ key: gold(585, 9_000) }))).toEqual([
      [916, 14_000],
      [585, 9_000],
    ]);
    // Another price of it stands beside, so that a person decides.
    expect(sells(list, changed({ key: gold(585, 9_100) }))).toHaveLength(3);
  });

  it('has a purity that was removed and then typed again at the same price', () => {
    const list = listOf({ metal: 'gold', fineness: 916, sell: 14_415 }, { metal: 'gold', fineness: 750, sell: 11_920 });
    expect(sells(list, changed({ 'gold 916': null, key: gold(916, 14_415) }))).toEqual([
      [750, 11_920],
      [916, 14_415],
    ]);
  });

  it('keeps of what was typed while it was being set only what wasn’t sent', () => {
    const sent = changed({ 'gold 916': gold(916, 14_100), key: gold(585, 9_000) });
    const now = changed({ ...sent.prices, 'gold 916': gold(916, 14_200) });
    expect(changesSince(sent, now)).toEqual(changed({ 'gold 916': gold(916, 14_200) }));
    expect([changesSince(sent, sent), changesSince(undefined, undefined)]).toEqual([undefined, undefined]);
    expect(changesSince(undefined, now)).toEqual(now);
  });
});
