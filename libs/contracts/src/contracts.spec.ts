import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Id } from './common.js';
import { type AppError, parseInput } from './errors.js';
import { slice } from './kinds.js';
import { limits } from './limits.js';
import { DecimalText } from './pricing.js';
import { texts } from './texts.js';

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
    const profile = slice('boards/*.profile', z.string());
    expect([profile.bucket, profile.key('7')]).toEqual(['boards', '7.profile']);
    expect(slice('market/quote', z.string()).key('')).toBe('quote');
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
  it("are the specification's (spec 9)", () => {
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

describe('the texts of the board', () => {
  it("are the specification's, letter for letter (spec 2 and 8)", () => {
    const { board } = texts;
    expect(Object.values(board.labels).map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      '24K GOLD (10g)',
      '22K GOLD (10g)',
      '18K GOLD (10g)',
      'SILVER (1kg)',
    ]);
    expect([board.defaultShopName, board.defaultUserName, board.defaultLetter]).toEqual(['Gold Trading Shop', 'User', 'G']);
    expect(board.loading).toBe('Preparing your premium gold trading experience...');
    expect(board.maintenance).toEqual({
      title: 'Under Maintenance',
      lines: [
        'We are currently performing scheduled maintenance to improve our services.',
        'The public view will be available again shortly. Thank you for your patience.',
      ],
    });
    expect(board.maintenancePage.line).toBe(
      'We are currently performing maintenance on our site. Please check back later. We apologize for any inconvenience.',
    );
    expect(board.subscriptionEnded).toEqual({
      title: 'Subscription Ended',
      lines: [
        'Your 1-year subscription has expired.',
        'Please contact the administrator to recharge and renew your subscription.',
      ],
    });
    expect([board.notFound.title, board.noRates.title, board.state.sample]).toEqual([
      'Board not found',
      'Rates are not available yet',
      'Sample data',
    ]);
    expect(board.basis).toBe('before GST and making');
  });
});
