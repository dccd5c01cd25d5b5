import { describe, expect, it, jest } from '@jest/globals';
import {
  type Hold,
  importDuty,
  type LandedDay,
  type PricedRow,
  type Quote,
  type RateRows,
  shopRateList,
} from '@sarafa/contracts';
import { kolkataDayNumber, kolkataMidnight } from '@sarafa/domain';
import type { Answer } from './answer.js';
import {
  daysOf,
  DUTY,
  holdNow,
  listOf,
  market,
  MINUTE,
  platinum,
  pricesOf,
  PROFILE,
  quoteOf,
  row,
  said,
  shopWith,
} from '../testing/priced-shops.js';

describe('the prices of a shop beside a duty that has changed', () => {
  const HOUR = 60 * MINUTE;
  /** Which rows are marked: gold's and silver's of the standard ones, and one of the shop's own. */
  const marked = (quote: Quote, over: object) => {
    const { answers } = market(quote, { ...DUTY, ...over });
    const rowsOf = (rows: RateRows | null) =>
      (JSON.parse(pricesOf(answers, shopWith(), rows)!.text) as { rows: PricedRow[] }).rows;
    const own = listOf({ ...row, unit_grams: 1 });
    const [gold, silver] = [rowsOf(null)[0]!, rowsOf(null)[3]!];
    return [gold, silver, rowsOf(own)[0]!].map(({ duty_changed }) => duty_changed);
  };
  const at = (ageMs: number) => ({ lastUpdated: new Date(Date.now() - ageMs).toISOString(), changed: ['gold'] });

  it('are marked for a day, where their metal has that duty', () => {
    expect(marked(quoteOf(), at(HOUR))).toEqual([true, undefined, true]);
    expect(marked(quoteOf(), at(25 * HOUR))).toEqual([undefined, undefined, undefined]);
  });

  it('come with the duty that is in them, and no day of another one, which a hold keeps', () => {
    const day = { dayNumber: kolkataDayNumber(Date.now()), ...daysOf(14_000) };
    const { answers, put } = market({ ...quoteOf(0), day });
    const hold: Hold = holdNow();
    const shop = shopWith();
    const said = (held: Hold | null) => {
      const { text } = pricesOf(answers, shop, null, held)!;
      const { duty, rows } = JSON.parse(text) as { duty: unknown; rows: PricedRow[] };
      return [duty, rows[0]!.day !== null];
    };
    expect(said({ ...hold })).toEqual([DUTY, true]);
    // As where NATS has lost its data: the duty of the hold isn't known to be another one.
    put(importDuty, '', undefined);
    expect(said({ ...hold })).toEqual([DUTY, true]);
    const changed = { ...DUTY, goldImportDuty: 15, lastUpdated: hold.since };
    put(importDuty, '', { ...changed, changed: ['gold'] });
    expect(said({ ...hold })).toEqual([DUTY, false]);
    expect(said(null)).toEqual([changed, true]);
  });

  it('are not marked where the price of the source contains its duty, nor by pricing of the release before', () => {
    const included = { ...quoteOf(), gold: { ...said('435448.6752'), dutyIncluded: true } };
    expect(marked(included, at(HOUR))).toEqual([undefined, undefined, undefined]);
    const { changed: _, ...before } = at(HOUR);
    expect(marked(quoteOf(), before)).toEqual([undefined, undefined, undefined]);
  });
});

describe('the day’s prices of a shop', () => {
  const DAY_MS = 86_400_000;
  const dayOf = (dayNumber: number): LandedDay => ({ dayNumber, ...daysOf(14_000) });
  const today = kolkataDayNumber(Date.now());
  const dayIn = (answer: Answer | undefined) => (JSON.parse(answer!.text) as { rows: PricedRow[] }).rows[0]!.day;

  it('are those of each row, with the shop’s margins and its own adjustments', () => {
    const { answers } = market({ ...quoteOf(0), day: dayOf(today) });
    expect(dayIn(pricesOf(answers, shopWith(), null))).toEqual({
      ...{ open: 140_000, high: 150_000, low: 130_000, previousClose: 120_000 },
    });
    const bought = { ...row, side: 'buy' as const, unit_grams: 1, rupees_per_gram: 7 };
    // 96 % of the sell price with a margin of 2 %, and seven rupees: 13,708.80 + 7 and so on.
    expect(dayIn(pricesOf(answers, shopWith({ sell_margin: 2 }), listOf(bought)))).toEqual({
      ...{ open: 13_716, high: 14_695, low: 12_737, previousClose: 11_757 },
    });
  });

  it('include what is shown now, as a duty begins without a quote, and not what is held', () => {
    const { answers } = market({ ...quoteOf(0), day: { dayNumber: today, ...daysOf(1_000) } });
    const hold: Hold = holdNow();
    const rowOf = (held: Hold | null) =>
      (JSON.parse(pricesOf(answers, shopWith(), null, held)!.text) as { rows: PricedRow[] }).rows[0]!;
    expect(rowOf(null).day).toMatchObject({ open: 10_000, high: rowOf(null).price });
    expect(rowOf(hold).day!.high).toBeLessThan(rowOf(hold).price!);
  });

  it('are none of another day, and of a metal that the day lacks', () => {
    for (const dayNumber of [today - 1, today + 1]) {
      const { answers } = market({ ...quoteOf(0), day: dayOf(dayNumber) });
      expect(dayIn(pricesOf(answers, shopWith(), null))).toBeNull();
    }
    const { answers } = market({ ...quoteOf(0), day: dayOf(today) });
    expect(dayIn(pricesOf(answers, shopWith(), listOf(platinum)))).toBeNull();
    expect(dayIn(pricesOf(market(quoteOf(0)).answers, shopWith(), null))).toBeNull();
  });

  it('are none of rates that are held while the shop’s others are of another list, or of the market', () => {
    const { answers, put } = market({ ...quoteOf(0), day: dayOf(today) });
    const ofMarket: Hold = holdNow();
    const { since, until } = ofMarket;
    const { id } = PROFILE;
    const prices = [{ metal: 'gold' as const, fineness: 1_000, sell: 15_000 }];
    const own = { id, _id: id, name: 'Own', prices, set_at: since, valid_hours: 24, reminder_time: null, day: dayOf(today) };
    put(shopRateList, id, own);
    const ofList: Hold = { since, until, purity_list: own };
    const hasDay = (rate_list_id: string | null, hold: Hold) =>
      dayIn(pricesOf(answers, shopWith({ rate_list_id }), null, hold)) !== null;
    expect([hasDay(null, ofMarket), hasDay(id, ofMarket)]).toEqual([true, false]);
    expect([hasDay(null, ofList), hasDay(id, ofList)]).toEqual([false, true]);
  });

  it('end with it, though nothing else changes', () => {
    jest.useFakeTimers({ now: kolkataMidnight(Date.now()) + DAY_MS - 1_000 });
    try {
      const { answers } = market({ ...quoteOf(0), day: dayOf(kolkataDayNumber(Date.now())) });
      const shop = shopWith();
      const before = pricesOf(answers, shop, null);
      expect(dayIn(before)).not.toBeNull();
      expect(pricesOf(answers, shop, null)).toBe(before);
      jest.advanceTimersByTime(1_000);
      expect(dayIn(pricesOf(answers, shop, null))).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});
