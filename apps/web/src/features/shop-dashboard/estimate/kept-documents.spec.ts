/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { NOW, SHOP_ID } from '../../../testing/fixtures.js';
import { forbidStorage } from '../../../testing/forbidden-storage.js';
import { nextNumber } from './document-number.js';
import { keptDocument, keptDocuments } from './kept-documents.js';

const DAY = 86_400_000;
const OTHER_ID = 'c'.repeat(24);
let allow = () => undefined as void;
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => {
  jest.restoreAllMocks();
  allow();
  localStorage.clear();
});

const keep = (userId: string, number: string, madeAt: number) => {
  const listed = { number, made_at: new Date(madeAt).toISOString(), customer: '', estimate: { to_pay: '1' } };
  localStorage.setItem(`sarafa.estimate.made.${userId}.${number}`, JSON.stringify(listed));
};
const numbers = () => keptDocuments(SHOP_ID, NOW).map(({ number }) => number);

describe('the estimates that a device keeps', () => {
  it('are those of one shop, the newest first, for ninety days', () => {
    keep(SHOP_ID, 'a', NOW - 89 * DAY);
    keep(SHOP_ID, 'b', NOW);
    keep(SHOP_ID, 'c', NOW - 90 * DAY);
    keep(OTHER_ID, 'd', NOW);
    localStorage.setItem(`sarafa.estimate.made.${SHOP_ID}.e`, '{');
    expect(numbers()).toEqual(['b', 'a']);
    expect(
      Object.keys(localStorage)
        .map((key) => key.slice(-1))
        .sort(),
    ).toEqual(['a', 'b', 'd']);
    // What another release has written, or nobody.
    expect(keptDocument(SHOP_ID, 'b')).toBeUndefined();
  });

  it('stay where the clock of the server or of the device is ahead for a while', () => {
    const now = jest.spyOn(Date, 'now');
    for (const [server, device] of [
      [NOW + 365 * DAY, NOW],
      [NOW, NOW + 365 * DAY],
    ] as const) {
      keep(SHOP_ID, 'a', NOW - DAY);
      now.mockReturnValue(device);
      expect(keptDocuments(SHOP_ID, server)).toHaveLength(1);
    }
  });

  it('are so many at most, without the oldest', () => {
    const most = limits.estimate.kept;
    for (let count = 0; count <= most; count += 1) keep(SHOP_ID, `n${count}`, NOW - count);
    expect(numbers()).toHaveLength(most);
    expect(localStorage.getItem(`sarafa.estimate.made.${SHOP_ID}.n${most}`)).toBeNull();
  });
});

describe('the number of an estimate', () => {
  const parts = (userId = SHOP_ID, now = NOW) => nextNumber(userId, now).split('-');

  it('counts without gaps on a day in Asia/Kolkata, and anew on the next one', () => {
    const lastMinute = Date.parse('2026-11-20T18:29:00.000Z');
    const days = [NOW, lastMinute, lastMinute + 60_000].map((now) => parts(SHOP_ID, now));
    expect(days.map(([letter, day, , count]) => [letter, day, count])).toEqual([
      ['E', '261120', '001'],
      ['E', '261120', '002'],
      ['E', '261121', '001'],
    ]);
    expect(new Set(days.map(([, , mark]) => mark)).size).toBe(1);
    expect(parts(OTHER_ID)[3]).toBe('001');
  });

  it('has a mark of its device', () => {
    const marks = Array.from({ length: 8 }, () => {
      localStorage.clear();
      return parts()[2];
    });
    expect(new Set(marks).size).toBeGreaterThan(1);
  });

  it('isn’t given twice where nothing new is kept, also after the page was loaded again', () => {
    const kept = parts();
    allow = forbidStorage('full');
    const [first, second] = [parts(), parts()];
    expect(first[2]).not.toBe(kept[2]);
    expect([first[3], second[3], second[2]]).toEqual(['001', '002', first[2]]);
  });
});
