import { describe, expect, it } from '@jest/globals';
import type { ListedPurity } from '@sarafa/contracts';
import { type SentRates, setList } from './list-setting.js';

const HOUR_MS = 3_600_000;
const BASE = { gold: { fineness: 995, per_gram: 14_500 }, silver: { fineness: 999, per_gram: 330 } };
const PLATINUM = { platinum: { fineness: 950, per_gram: 6_000 } };
const PRICES: ListedPurity[] = [{ metal: 'gold', fineness: 916, sell: 14_415 }];
const SET = new Date('2026-03-02T04:00:00.000Z');

describe('the time of a list', () => {
  const list = (rates: SentRates) => setList(null, rates, SET);
  const changed = (sent: SentRates, hours: number) => {
    const { setting, day } = list({ ...BASE, ...PLATINUM, prices: PRICES });
    return setList({ ...setting, day }, sent, new Date(SET.getTime() + hours * HOUR_MS));
  };

  it('is that of the last change which has set a rate', () => {
    const later = new Date(SET.getTime() + 2 * HOUR_MS);
    for (const sent of [{ gold: BASE.gold }, { prices: PRICES }, { platinum: null, silver: BASE.silver }]) {
      expect(changed(sent, 2).setting.set_at).toEqual(later);
    }
  });

  it('stays where rates are only taken away, and so does the day of the others', () => {
    const { dayNumber } = list(BASE).day;
    for (const sent of [{ platinum: null }, { gold: null }, { prices: [] }, { platinum: null, prices: [] }]) {
      for (const hours of [2, 50]) {
        const { setting, day } = changed(sent, hours);
        expect([sent, setting.set_at, day.dayNumber]).toEqual([sent, SET, dayNumber]);
      }
    }
    expect(changed({ platinum: null }, 2).setting).not.toHaveProperty('platinum');
  });
});
