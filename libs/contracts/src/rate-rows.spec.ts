import { describe, expect, it } from '@jest/globals';
import { limits } from './limits.js';
import { marketRows } from './market-rows.js';
import { PriceSnapshot } from './pricing.js';
import { RateRow, RateRows } from './rate-rows.js';
import { offeredFinenesses, offeredUnits, SentRateRows, standardRows } from './rate-rows-editing.js';

const AT = '2026-11-20T10:00:00.000Z';
const named = { metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' } as const;
const sent = (row: object, list: object = {}) => SentRateRows.safeParse({ rev: 0, rows_mode: 'own', rows: [row], ...list });
const firstOf = (row: object) => sent(row).data?.rows[0] as Record<string, unknown>;

describe('a list of rows that is sent', () => {
  it('has defaults for all that a row need not name', () => {
    expect(firstOf(named)).toEqual({
      ...named,
      title: '',
      percent: 0,
      rupees_per_gram: 0,
      round_to: 1,
      rounding: 'nearest',
      shown: true,
    });
    expect(sent(named, { rows: [] }).success).toBe(true);
  });

  it('is refused without a metal, a fineness, a unit or a side', () => {
    for (const field of Object.keys(named)) {
      const { [field as 'metal']: _, ...rest } = named;
      expect([field, sent(rest).success]).toEqual([field, false]);
    }
  });

  it.each([
    ['fineness', [1, 1_000, 999.9, 916.5, '916.5'], [0.9, 1_000.1, 916.55, '9,16', 0, -1, null, '', true]],
    ['unit_grams', [0.1, 1_000, 11.6638, '8'], [0.09, 1_000.0001, 0.10001, 0, 'a pavan']],
    ['percent', [-20, 50, 0.01, -0.01, '2.5'], [-20.01, 50.01, 0.001, 0.0000001, 'NaN', '']],
    ['rupees_per_gram', [-10_000, 10_000, 0.01, '-12.5'], [-10_000.01, 10_000.01, 0.005, 1e-9, '1e3', Infinity]],
    ['round_to', [0.01, 0.1, 1, 5, 10, 50, 100, '5'], [0, 2, 0.5, 1_000, -1, 'rupee']],
    ['rounding', ['nearest', 'up', 'down'], ['half', '', null, 1]],
    ['side', ['sell', 'buy'], ['exchange', '', null]],
    ['metal', ['gold', 'silver', 'platinum'], ['palladium', '', null, '__proto__']],
    ['title', ['', 'x'.repeat(40), 'सोना 22K'], ['x'.repeat(41), 'two\nlines', 7, null]],
    ['shown', [true, false, 'false'], ['yes', 1, null]],
  ])('takes %s within its bounds', (field, right, wrong) => {
    const accepted = (value: unknown) => [value, sent({ ...named, [field]: value }).success];
    expect(right.map(accepted)).toEqual(right.map((value) => [value, true]));
    expect(wrong.map(accepted)).toEqual(wrong.map((value) => [value, false]));
  });

  it('names the list that it is to follow', () => {
    for (const rev of [undefined, null, '', -1, 1.5, 'x', true])
      expect([rev, sent(named, { rev }).success]).toEqual([rev, false]);
    expect([sent(named, { rev: 7 }).data?.rev, sent(named, { rev: '7' }).data?.rev]).toEqual([7, 7]);
    for (const rows_mode of [undefined, 'mine', null]) expect(sent(named, { rows_mode }).success).toBe(false);
    for (const rows of [undefined, null, {}, [null], Array.from({ length: 25 }, () => named)]) {
      expect(sent(named, { rows }).success).toBe(false);
    }
    expect(sent(named, { rows: Array.from({ length: 24 }, () => named) }).success).toBe(true);
  });

  it('may name ids, which are passed over where they can be none', () => {
    expect(firstOf({ ...named, id: 'gold_22k' })['id']).toBe('gold_22k');
    for (const id of ['', 'x'.repeat(25), 'a.b', 'a b', '$ne', 7, null, {}])
      expect(firstOf({ ...named, id })['id']).toBeUndefined();
  });
});

describe('rows that another release has written', () => {
  const row = { ...standardRows[0]!, id: 'one' };

  it('are read as they are, also where today nobody may set that', () => {
    const wide = { ...row, percent: 80, round_to: 25, title: 'x'.repeat(100) };
    expect(RateRows.parse({ rev: 3, rows_mode: 'own', rows: [wide] }).rows).toEqual([wide]);
  });

  it('are passed over where they can’t be priced here, and the others stay', () => {
    const others = [{ ...row, metal: 'palladium' }, { ...row, side: 'exchange' }, { ...row, fineness: 0 }, null, 'row'];
    const read = RateRows.parse({ rev: 3, rows_mode: 'of tomorrow', rows: [others[0], row, ...others.slice(1)], later: 1 });
    expect(read).toEqual({ rev: 3, rows_mode: 'standard', rows: [row] });
    expect(RateRow.parse({ ...row, rounding: 'to the pavan', later: 1 })).toEqual(row);
  });

  it('may be missing in the prices, and never look live in a state that is not known', () => {
    const rate = { sell: 1, buy: 1 };
    const rates = { gold_24k: rate, gold_22k: rate, gold_18k: rate, silver: rate };
    const prices = { ...rates, lastUpdated: AT, updated_at: AT, source: 's', city: 'c', stale: false, state: 'live' };
    expect(PriceSnapshot.parse(prices)).toEqual(prices);
    const priced = { ...named, id: 'one', title: '', price: 12_902, state: 'live' };
    const rows = [priced, { ...priced, state: 'blessed' }, { ...priced, metal: 'palladium' }];
    expect(PriceSnapshot.parse({ ...prices, rows }).rows).toEqual([priced, { ...priced, state: 'stale' }]);
  });
});

describe('what is offered', () => {
  it('is within the bounds', () => {
    const finenesses = Object.values(offeredFinenesses).flat();
    for (const fineness of finenesses) expect([fineness, sent({ ...named, fineness }).success]).toEqual([fineness, true]);
    for (const unit_grams of Object.values(offeredUnits)) expect(sent({ ...named, unit_grams }).success).toBe(true);
  });

  it('has the standard rows, which are those of the market’s table', () => {
    expect(sent({}, { rows: standardRows }).data?.rows).toEqual(standardRows);
    expect(standardRows.map(({ id, unit_grams }) => [id, unit_grams])).toEqual(
      Object.entries(marketRows).map(([id, { unitGrams }]) => [id, unitGrams]),
    );
    expect(standardRows.length).toBeLessThanOrEqual(limits.rateRows.perShop);
  });
});
