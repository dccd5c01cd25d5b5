import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Id } from './common.js';
import { type AppError, parseInput } from './errors.js';
import { stateKey } from './kinds.js';
import { limits } from './limits.js';
import { DecimalText } from './quotes.js';

describe('ids', () => {
  it('never carry a wildcard, a dot or an operator into a key or a query', () => {
    for (const text of ['*', '>', 'a.b', '', 'F'.repeat(24), '0'.repeat(23), '0'.repeat(25), '$ne', '__proto__']) {
      expect([text, Id.safeParse(text).success]).toEqual([text, false]);
    }
    expect(Id.safeParse({ $ne: null }).success).toBe(false);
    expect(Id.safeParse('0123456789abcdef01234567').success).toBe(true);
  });
});

describe('decimal text', () => {
  it('is a plain number', () => {
    for (const text of ['1', '-1', '467500.123456789', '999999999.99']) expect(DecimalText.safeParse(text).success).toBe(true);
    for (const text of ['1e5', '1,000', '.5', '5.', 'NaN', ' 1', '1000000000'])
      expect(DecimalText.safeParse(text).success).toBe(false);
  });
});

describe('a slice', () => {
  it('has its id where the star stands', () => {
    const profile = stateKey('boards/*.profile', z.string());
    expect([profile.bucket, profile.key('7')]).toEqual(['boards', '7.profile']);
    expect(stateKey('market/quote', z.string()).key('')).toBe('quote');
  });
});

describe('input', () => {
  it('is refused with a line for each fault', () => {
    const shape = z.object({ title: z.string().min(1), price: z.number() });
    let error: AppError | undefined;
    try {
      parseInput(shape, { title: '', price: 'x' });
    } catch (thrown) {
      error = thrown as AppError;
    }
    expect(error?.code).toBe('INVALID_INPUT');
    expect(error?.details?.map(({ path }) => path)).toEqual(['title', 'price']);
  });
});

describe('the limits', () => {
  it('are those of the rules', () => {
    expect(limits).toMatchObject({
      ads: { total: 5, videos: 2, images: 3, videoBytes: 52_428_800, imageBytes: 104_857_600 },
      adDisplayTime: { min: 1, max: 300, default: 30 },
      priceDisplayTime: { min: 10, max: 600, default: 60 },
      margin: { min: 0, max: 50, step: 0.1, default: 0 },
      importDuty: { gold: 5, silver: 6 },
      priceUpdateInterval: { default: 300_000, fallback: 30_000 },
      dynamicPriceIntervals: [1, 5, 15, 30, 60],
      dynamicPriceIntervalDefault: 5,
      profilePollMs: 30_000,
      flashMs: 2_000,
      loadingScreenMs: 1_500,
      fallbackBuyPercent: 96,
      city: 'Mumbai',
    });
  });
});
