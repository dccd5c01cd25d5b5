import { describe, expect, it, jest } from '@jest/globals';
import { type Hold, type PricedRow, RowsBasis, shopRateList, standardRows } from '@sarafa/contracts';
import { landedFromTexts, rowBook, rowFormula } from '@sarafa/domain';
import {
  DUTY,
  HOLDING,
  holdNow,
  listOf,
  market,
  platinum,
  pricesOf,
  PROFILE,
  END,
  quoteOf,
  row,
  rowsOf,
  said,
  shopWith,
} from '../testing/priced-shops.js';
import type { PricedShop } from './price-answers.js';

describe('the prices of a shop', () => {
  it('are the same object until something of them changes', () => {
    const { answers, tell } = market(quoteOf(0));
    const shop = shopWith();
    const [list, same, other] = [listOf(row), listOf({ ...row }), listOf({ ...row, percent: 1 })];
    const first = pricesOf(answers, shop, null);
    expect(pricesOf(answers, shop, null)).toBe(first);
    const own = pricesOf(answers, shop, list);
    expect(own).not.toBe(first);
    expect(pricesOf(answers, shop, list)).toBe(own);
    expect(pricesOf(answers, shop, same)).toBe(own);
    expect(pricesOf(answers, shop, other)).not.toBe(own);
    const before = pricesOf(answers, shop, list);
    tell(quoteOf(0));
    expect(pricesOf(answers, shop, list)).not.toBe(before);
  });

  it('are made of the same until a hold or the subscription ends', () => {
    const { answers } = market(quoteOf(0));
    const until = (hold: Hold | null) => {
      pricesOf(answers, shopWith(), null, hold);
      return answers.pricing(shopWith())!.until;
    };
    expect([null, holdNow(END - 1), holdNow(END + 1)].map(until)).toEqual([END, END - 1, END]);
  });

  it('are shared by shops that differ in nothing of what is shown', () => {
    const { answers } = market(quoteOf(0));
    const standard = pricesOf(answers, shopWith(), null);
    expect(pricesOf(answers, shopWith(), null)).toBe(standard);
    expect(pricesOf(answers, shopWith({ sell_margin: 1 }), null)).not.toBe(standard);
    const own = pricesOf(answers, shopWith(), listOf(row));
    expect(own).not.toBe(standard);
    expect(pricesOf(answers, shopWith(), listOf({ ...row }, { ...row, id: 'hidden', shown: false }))).toBe(own);
    expect(pricesOf(answers, shopWith({ sell_margin: 1 }), listOf(row))).not.toBe(own);
    for (const over of [
      { title: 'two' },
      { percent: 1 },
      { rounding: 'up' as const },
      { id: 'two' },
      { side: 'buy' as const },
    ]) {
      expect(pricesOf(answers, shopWith(), listOf({ ...row, ...over }))).not.toBe(own);
    }
  });

  it('are ASCII, whatever a row is called', () => {
    const { answers } = market(quoteOf(0));
    const { text } = pricesOf(answers, shopWith({ city: 'मुंबई' }), listOf({ ...row, title: 'सोना "22K" \u2028</script>' }))!;
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect((JSON.parse(text) as { rows: PricedRow[] }).rows[0]!.title).toBe('सोना "22K" \u2028</script>');
  });

  it.each([
    [0, 'live'],
    [8, 'delayed'],
    [16, 'stale'],
  ])('have platinum as it stands itself: %d minutes old, it is %s', (age, state) => {
    const { answers } = market(quoteOf(age));
    // 6,000 rupees a gram, with a duty of 5 % and for 10 g.
    expect(rowsOf(pricesOf(answers, shopWith(), listOf(platinum, row))!.text)).toEqual([
      [63_000, state],
      [147_000, 'live'],
    ]);
  });

  it('follow platinum on boards that hold their quote, and are the same object where no row is of it', () => {
    const { answers, tell } = market(quoteOf(0));
    const holding = (): PricedShop => ({ ...shopWith(), minutes: HOLDING });
    const [withPlatinum, without] = [holding(), holding()];
    const [list, plain] = [listOf(row, platinum), listOf(row)];
    const [one, two] = [pricesOf(answers, withPlatinum, list)!, pricesOf(answers, without, plain)];
    expect(rowsOf(one.text)[1]).toEqual([63_000, 'live']);
    tell(quoteOf(16));
    expect(rowsOf(pricesOf(answers, withPlatinum, list)!.text)[1]).toEqual([63_000, 'stale']);
    expect(pricesOf(answers, without, plain)).toBe(two);
  });

  it('have old platinum as old until the next tick, though a new price has come since they were taken', () => {
    const { answers, tell } = market({ ...quoteOf(16), stale_metals: ['platinum'] });
    const [live, holding] = [shopWith(), { ...shopWith({ sell_margin: 1 }), minutes: HOLDING }];
    tell(quoteOf(0));
    const states = (shop: PricedShop) => rowsOf(pricesOf(answers, shop, listOf(platinum, row))!.text).map(([, state]) => state);
    expect([states(live), states(holding)]).toEqual([
      ['live', 'live'],
      ['stale', 'live'],
    ]);
    expect([answers.staleMetals(live), answers.staleMetals(holding)]).toEqual([[], ['platinum']]);
    const first = pricesOf(answers, holding, listOf(platinum));
    expect(rowsOf(first!.text)).toEqual([[63_630, 'stale']]);
    tell(quoteOf(0));
    expect(pricesOf(answers, holding, listOf(platinum))).toBe(first);
  });

  it('do not look chosen where they were old when the shop began to hold its rates', () => {
    const { answers, tell } = market(quoteOf(14));
    const [shop, list] = [shopWith(), listOf(row, platinum)];
    expect(answers.staleMetals(shop)).toEqual([]);
    tell(quoteOf(16));
    expect(answers.staleMetals(shop)).toEqual(['platinum']);
    const states = (stale_metals?: string[]) => {
      const hold = { ...holdNow(), quote: quoteOf(16), stale_metals };
      const asked = () => pricesOf(answers, shop, list, hold)!;
      const first = asked();
      tell(quoteOf(0));
      expect(asked()).toBe(first);
      return rowsOf(first.text).map(([, state]) => state);
    };
    expect(states(['platinum'])).toEqual(['held', 'stale']);
    expect(states([])).toEqual(['held', 'held']);
    // Of an earlier release.
    expect(states()).toEqual(['held', 'held']);
  });

  it('grow old at their time where they are of a list that the shop keeps itself, though nobody tells of what was loaded', () => {
    jest.useFakeTimers();
    try {
      const { answers, put } = market(quoteOf(0));
      const { id } = PROFILE;
      const prices = [{ metal: 'gold' as const, fineness: 1_000, sell: 15_000 }];
      const set_at = new Date(Date.now() - 3_600_000 + 1_000).toISOString();
      put(shopRateList, id, { id, _id: id, name: 'Own', prices, set_at, valid_hours: 1, day: null });
      const shop = shopWith({ rate_list_id: id });
      const shown = () => rowsOf(pricesOf(answers, shop, listOf(row))!.text);
      expect(shown()).toEqual([[150_000, 'listed']]);
      jest.advanceTimersByTime(1_000);
      expect(shown()).toEqual([[150_000, 'stale']]);
      // By a clock that was ahead for a while: how old they are nobody knows.
      const ahead = new Date(Date.now() + 365 * 86_400_000).toISOString();
      put(shopRateList, id, { id, _id: id, name: 'Own', prices, set_at: ahead, valid_hours: 1, day: null });
      expect(shown()).toEqual([[150_000, 'stale']]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('have no price of a metal without a quote or a duty, and say so', () => {
    const { platinumImportDuty: _, ...withoutPlatinum } = DUTY;
    for (const { answers } of [market(quoteOf()), market(quoteOf(0), withoutPlatinum)]) {
      expect(rowsOf(pricesOf(answers, shopWith(), listOf(platinum, row))!.text)).toEqual([
        [null, 'unavailable'],
        [147_000, 'live'],
      ]);
    }
  });

  it('are samples all of them where the quote is one', () => {
    const { answers, tell } = market(quoteOf(0, true));
    // The first market quote has come, and this board goes on holding the sample.
    tell(quoteOf(0));
    for (const list of [null, listOf(platinum, row)]) {
      const states = rowsOf(pricesOf(answers, { ...shopWith(), minutes: HOLDING }, list)!.text).map(([, state]) => state);
      expect(new Set(states)).toEqual(new Set(['sample']));
    }
  });

  it('have the standard rows at the rates of the same answer', () => {
    const { answers } = market(quoteOf(0));
    const shop = shopWith({ gold_margin: 2, sell_margin: 1.5, silver_margin: 3 });
    for (const list of [null, { ...listOf(platinum), rows_mode: 'standard' as const }]) {
      const told = JSON.parse(pricesOf(answers, shop, list)!.text) as Record<string, { sell: number }> & { rows: PricedRow[] };
      expect(told.rows.map(({ id, price }) => [id, price])).toEqual(standardRows.map(({ id }) => [id, told[id]!.sell]));
    }
  });

  it('can be computed from what an editor is told, also on boards that hold their quote', () => {
    const { answers, tell } = market({ ...quoteOf(0), gold: said('467500.12345678901234') });
    const margins = { gold_margin: 2.5, sell_margin: 0.3, buy_margin: 4 };
    const holding = { ...shopWith(margins), minutes: HOLDING };
    tell(quoteOf());
    const rows = [
      { ...row, id: 'paise', fineness: 916, unit_grams: 11.6638, percent: 0.25, round_to: 0.01 },
      { ...row, id: 'bought', side: 'buy' as const, rupees_per_gram: -12.55, round_to: 0.01 },
      { ...platinum, round_to: 0.1 },
    ];
    for (const shop of [holding, shopWith(margins)]) {
      const told = RowsBasis.parse(JSON.parse(JSON.stringify(answers.basis(shop))));
      const book = rowBook(landedFromTexts(told.landed));
      const shown = JSON.parse(pricesOf(answers, shop, listOf(...rows))!.text) as { rows: PricedRow[]; lastUpdated: string };
      expect(rows.map((one) => book.priceOf(rowFormula(one), told.margins))).toEqual(shown.rows.map(({ price }) => price));
      expect(told.lastUpdated).toBe(shown.lastUpdated);
      // The shop that doesn't hold its quote has one without platinum.
      expect(shown.rows[2]!.price === null).toBe(shop !== holding);
    }
  });
});
