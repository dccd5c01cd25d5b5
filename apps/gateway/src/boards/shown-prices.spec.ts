import { expect, it } from '@jest/globals';
import { type ListedPurity, newShop, type PriceSnapshot, type PublishedRateList, standardRows } from '@sarafa/contracts';
import { dayOfList, listedPrices } from '@sarafa/domain';
import { ratesOfList } from './base-rates.js';
import { shownPrices, shownRowsOf } from './shown-prices.js';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const listOf = (set_at: number, buy?: number): PublishedRateList => {
  const prices: ListedPurity[] = [{ metal: 'gold', fineness: 916, sell: 14_000, ...(buy === undefined ? {} : { buy }) }];
  return {
    id: 'a',
    _id: 'a',
    name: 'List',
    prices,
    set_at: new Date(set_at).toISOString(),
    valid_hours: 24,
    reminder_time: null,
    day: null,
  };
};

it('a row has no day where the price that the shop buys at was in the list for a part of the day alone', () => {
  const row = { ...standardRows[1]!, fineness: 916, unit_grams: 1 };
  const rows = [row, { ...row, id: 'bought', side: 'buy' as const }];
  const group = { margins: newShop, city: 'Mumbai', ownRows: shownRowsOf({ rev: 1, rows_mode: 'own', rows }) };
  const daysAfter = (before: number | undefined, now: number | undefined) => {
    const [first, second] = [listOf(NOW - 1_000, before), listOf(NOW, now)];
    const day = dayOfList({ landed: listedPrices(first), setAt: NOW - 1_000, day: null }, listedPrices(second), NOW);
    const { text } = shownPrices(group, group, ratesOfList(second), 'listed', undefined, day);
    return (JSON.parse(text) as PriceSnapshot).rows!.map((shown) => shown.day);
  };
  const sold = { open: 14_000, high: 14_000, low: 14_000, previousClose: null };
  expect(daysAfter(13_500, 13_600)).toEqual([sold, { open: 13_500, high: 13_600, low: 13_500, previousClose: null }]);
  expect(daysAfter(undefined, undefined)).toEqual([sold, { open: 13_440, high: 13_440, low: 13_440, previousClose: null }]);
  expect([daysAfter(13_500, undefined), daysAfter(undefined, 13_500)]).toEqual([
    [sold, null],
    [sold, null],
  ]);
});
