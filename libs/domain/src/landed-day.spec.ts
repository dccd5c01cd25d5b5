import { describe, expect, it } from '@jest/globals';
import type { LandedDay, LandedTexts } from '@sarafa/contracts';
import { type LandedPrices, listedPrices } from './landed.js';
import { dayOfList, dayWith, kolkataMidnight, landedDay, type LandedQuote } from './landed-day.js';

const MINUTE = 60_000;
/** 24 November 2026, 00:00 in Asia/Kolkata. */
const MIDNIGHT = Date.parse('2026-11-23T18:30:00Z');
const DAY_NUMBER = 20_781;
const STALE_MS = 15 * MINUTE;

const landed = (gold: number, platinum?: number): LandedPrices =>
  listedPrices({
    gold: { fineness: 1_000, per_gram: gold },
    silver: { fineness: 1_000, per_gram: 160 },
    ...(platinum === undefined ? {} : { platinum: { fineness: 1_000, per_gram: platinum } }),
  });
/** Accepted this many minutes after midnight, and quoted at the same time. */
const quote = (minutes: number, gold: number, platinum?: number): LandedQuote => {
  const acceptedAt = MIDNIGHT + minutes * MINUTE;
  return { landed: landed(gold, platinum), acceptedAt, at: acceptedAt };
};
const rupees = (texts: LandedTexts | undefined, metal: 'gold' | 'platinum' = 'gold') => {
  const price = texts?.[metal];
  return price && Number(price.rupees) / Number(price.per);
};
const figures = (day: LandedDay | null, metal: 'gold' | 'platinum' = 'gold') =>
  day && [day.open, day.high, day.low, day.previousClose].map((part) => rupees(part, metal));
const at = (minutes: number) => MIDNIGHT + minutes * MINUTE;

describe('the day of a board', () => {
  it('begins at midnight in Asia/Kolkata', () => {
    expect([kolkataMidnight(MIDNIGHT), kolkataMidnight(MIDNIGHT - 1)]).toEqual([MIDNIGHT, MIDNIGHT - 24 * 60 * MINUTE]);
    expect(kolkataMidnight(MIDNIGHT + 24 * 60 * MINUTE - 1)).toBe(MIDNIGHT);
    expect(landedDay([quote(-1, 1), quote(0, 2)], 1, at(1), STALE_MS)!.dayNumber).toBe(DAY_NUMBER);
  });

  it('has the first, the highest and the lowest price of the day, and the last one before it', () => {
    const quotes = [quote(-30, 90), quote(-1, 95), quote(1, 100), quote(2, 130), quote(3, 80), quote(4, 110)];
    expect(figures(landedDay(quotes, 1, at(5), STALE_MS))).toEqual([100, 130, 80, 95]);
    // What isn't accepted yet at that time is no part of it.
    expect(figures(landedDay(quotes, 1, at(2), STALE_MS))).toEqual([100, 130, 100, 95]);
    // A board that moves with every quote has also shown one that stood for some seconds.
    expect(figures(landedDay([quote(1.1, 100), quote(1.4, 130), quote(1.8, 110)], 1, at(3), STALE_MS))!.slice(0, 3)).toEqual([
      100, 130, 100,
    ]);
  });

  it('has only what a board has shown that moves with the ticks of the clock', () => {
    const quotes = [quote(-1, 95), quote(1, 100), quote(2, 130), quote(4, 105), quote(6, 80), quote(9, 110), quote(11, 1)];
    // At 0 the board still holds the 95 of the day before, at 5 it shows 105, and at 10 it shows 110.
    expect(figures(landedDay(quotes, 5, at(12), STALE_MS))).toEqual([105, 110, 105, 95]);
    expect(figures(landedDay(quotes, 5, at(7), STALE_MS))).toEqual([105, 105, 105, 95]);
    expect(landedDay(quotes, 5, at(4), STALE_MS)).toBeNull();
    expect(figures(landedDay([quote(-1, 95), quote(5, 105), quote(6, 80)], 5, at(6), STALE_MS))).toEqual([105, 105, 105, 95]);
    expect(figures(landedDay(quotes, 60, at(60), STALE_MS))).toEqual([1, 1, 1, 95]);
  });

  it('has the quote that replaced an old one after its tick', () => {
    // At 0 the last quote is 20 minutes old, so the board moves to the next one as soon as it comes.
    const quotes = [quote(-20, 95), quote(2, 100), quote(3, 130)];
    expect(figures(landedDay(quotes, 5, at(4), STALE_MS))).toEqual([100, 100, 100, 95]);
    expect(figures(landedDay(quotes, 5, at(6), STALE_MS))).toEqual([100, 130, 100, 95]);
  });

  it('has no quote that was as old itself in place of an old one', () => {
    const quotes = [quote(-20, 95), { ...quote(2, 100), at: at(-18) }, quote(4, 130)];
    expect(landedDay(quotes, 5, at(3), STALE_MS)).toBeNull();
    expect(figures(landedDay(quotes, 5, at(6), STALE_MS))).toEqual([130, 130, 130, 95]);
  });

  it('has what a quote costs from a duty on that begins while the quote is shown, and not what the quote cost before it was shown', () => {
    const dutyAt = (minutes: number, gold: number) => [{ landed: landed(gold), acceptedAt: at(minutes) }];
    const quotes = [
      { ...quote(-1, 95), laterDuties: dutyAt(7, 190) },
      { ...quote(4, 100), laterDuties: dutyAt(7, 200) },
      quote(8, 150),
    ];
    expect(figures(landedDay(quotes.slice(0, 2), 1, at(6), STALE_MS))).toEqual([100, 100, 100, 95]);
    expect(figures(landedDay(quotes, 1, at(9), STALE_MS))).toEqual([100, 200, 100, 95]);
    // By then another quote was shown.
    expect(figures(landedDay([...quotes.slice(0, 2), quote(6, 150)], 1, at(9), STALE_MS))).toEqual([100, 150, 100, 95]);
    expect(figures(landedDay(quotes, 5, at(7), STALE_MS))).toEqual([100, 200, 100, 95]);
    expect(figures(landedDay([quotes[0]!, { ...quotes[1]!, laterDuties: dutyAt(5, 200) }], 5, at(6), STALE_MS))).toEqual([
      ...[200, 200, 200, 95],
    ]);
  });

  it('has what is shown now, without a new object where that is inside', () => {
    const day = landedDay([quote(1, 100), quote(2, 120)], 1, at(3), STALE_MS)!;
    expect(dayWith(day, landed(110, 5_000))).toBe(day);
    expect(figures(dayWith(day, landed(130)))).toEqual([100, 130, 100, undefined]);
    expect(figures(dayWith(day, landed(90)))).toEqual([100, 120, 90, undefined]);
  });

  it('is none without a quote of the day, and has no previous close without one before it', () => {
    for (const minutes of [1, 5]) {
      expect(landedDay([], minutes, at(6), STALE_MS)).toBeNull();
      expect(landedDay([quote(-1, 95)], minutes, at(6), STALE_MS)).toBeNull();
      const first = figures(landedDay([quote(1, 95), quote(2, 96)], minutes, at(6), STALE_MS));
      expect(first).toEqual([95, 96, 95, undefined]);
    }
  });

  it('leaves out a metal without a price of the day', () => {
    const began = landedDay([quote(-1, 95), quote(1, 100, 5_000)], 1, at(5), STALE_MS);
    expect([figures(began), figures(began, 'platinum')]).toEqual([
      [100, 100, 100, 95],
      [5_000, 5_000, 5_000, undefined],
    ]);
    expect(figures(landedDay([quote(-1, 95, 5_000), quote(1, 100)], 1, at(5), STALE_MS), 'platinum')).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // A source that says nothing of platinum in between doesn't end its day.
    const paused = landedDay([quote(-1, 95, 4_900), quote(1, 100), quote(2, 100, 5_000)], 1, at(5), STALE_MS);
    expect(figures(paused, 'platinum')).toEqual([5_000, 5_000, 5_000, 4_900]);
  });

  it('compares prices exactly, also of different fractions', () => {
    const quotes = [quote(-1, 1), quote(1, 1), quote(2, 1)].map((one, index) => ({
      ...one,
      landed: listedPrices({
        gold: { fineness: index === 2 ? 999.9 : 1_000, per_gram: 14_000.01 },
        silver: { fineness: 1_000, per_gram: 1 },
      }),
    }));
    const day = landedDay(quotes, 1, at(5), STALE_MS)!;
    expect([day.high.gold, day.low.gold]).toEqual([
      { rupees: '14000010', per: '999.9' },
      { rupees: '14000010', per: '1000' },
    ]);
  });
});

describe('the day of a list', () => {
  const setting = (price: number, minute: number, day: LandedDay | null) => ({ landed: landed(price), setAt: at(minute), day });

  it('begins with the first setting of a day', () => {
    const first = dayOfList(setting(95, -1, null), landed(100), at(60));
    expect(figures(first)).toEqual([100, 100, 100, 95]);
    expect(first.dayNumber).toBe(DAY_NUMBER);
    const second = dayOfList(setting(100, 60, first), landed(130), at(120));
    const third = dayOfList(setting(130, 120, second), landed(80), at(180));
    expect(figures(third)).toEqual([100, 130, 80, 95]);
    expect(figures(dayOfList(setting(80, 180, third), landed(90), at(25 * 60)))).toEqual([90, 90, 90, 80]);
  });

  it('has no previous close on the day on which the list was made', () => {
    const made = dayOfList(null, landed(95), at(0));
    expect(figures(made)).toEqual([95, 95, 95, undefined]);
    const second = dayOfList(setting(95, 0, made), landed(100), at(60));
    expect(figures(second)).toEqual([95, 100, 95, undefined]);
    expect(figures(dayOfList(setting(100, 60, second), landed(90), at(25 * 60)))).toEqual([90, 90, 90, 100]);
    // Made by a release that gave it no day.
    expect(figures(dayOfList(setting(95, 0, null), landed(100), at(60)))).toEqual([95, 100, 95, undefined]);
  });
});
