import { describe, expect, it } from '@jest/globals';
import type { Quote } from '@sarafa/contracts';
import { Types } from 'mongoose';
import { isReleasable, refusedQuote } from './refused-quote.js';
import type { StoredRefusal } from './refusal.schema.js';

const NOW = Date.parse('2026-03-02T06:00:00.000Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000);
const refused = (minutes: number, over: Partial<StoredRefusal> = {}): StoredRefusal => ({
  ...{ _id: new Types.ObjectId(), metal: 'gold', price: '440000', currency: 'INR', unit: 'toz', source: 'first' },
  ...{ at: ago(minutes).toISOString(), refused_at: ago(minutes - 1), duty_included: false, reason: 'jump' },
  ...{ last_price: '400000', last_at: ago(minutes + 5).toISOString(), times: 1, released_at: null, ...over },
});
const standing = (minutes: number, source: string): Quote => {
  const said = { price: '400000', at: ago(minutes).toISOString(), source, dutyIncluded: false };
  return { seq: 2, sample: false, gold: said, silver: said };
};
const times = { now: NOW, freshMs: 450_000, staleAfterMs: 900_000, acceptedAt: undefined };
const acceptedAt = (minutes: number) => ({ ...times, acceptedAt: ago(minutes).toISOString() });

describe('a refused jump may be released', () => {
  it('while its source has said nothing later that was accepted', () => {
    expect(isReleasable(refused(3), standing(8, 'first'), times)).toBe(true);
    expect(isReleasable(refused(3), standing(2, 'first'), times)).toBe(false);
    expect(isReleasable(refused(3), standing(3, 'first'), times)).toBe(false);
    for (const stands of [standing(8, 'second'), standing(2, 'second')]) {
      expect(isReleasable(refused(3), stands, acceptedAt(8))).toBe(true);
      expect(isReleasable(refused(3), stands, acceptedAt(3))).toBe(false);
      expect(isReleasable(refused(3), stands, acceptedAt(1))).toBe(false);
    }
  });

  it('though another source repeats the price before with later times, while it is no old price', () => {
    const stands = standing(1, 'second');
    expect(isReleasable(refused(3), stands, times)).toBe(true);
    expect(isReleasable(refused(14), stands, times)).toBe(true);
    expect(isReleasable(refused(16), stands, times)).toBe(false);
    // It was old already when it was refused.
    expect(isReleasable(refused(14, { refused_at: ago(6) }), stands, times)).toBe(false);
    for (const reason of ['jump', 'unit-flip', 'implausible']) {
      expect(isReleasable(refused(3, { finer_reason: reason }), stands, times)).toBe(true);
    }
    for (const over of [{ reason: 'old' }, { reason: 'currency' }, { released_at: ago(1) }]) {
      expect(isReleasable(refused(3, over), stands, times)).toBe(false);
    }
    const released = refusedQuote(refused(3, { released_at: ago(1) }), stands, times);
    expect(released).toMatchObject({ releasedAt: ago(1).toISOString(), releasable: false });
  });

  it('where nothing stands yet if only the bounds are in its way', () => {
    const sample = { ...standing(1, 'sample'), sample: true };
    for (const stands of [null, sample]) {
      expect(isReleasable(refused(3, { finer_reason: 'implausible' }), stands, times)).toBe(true);
      expect(isReleasable(refused(3, { finer_reason: 'future' }), stands, times)).toBe(false);
    }
  });
});
