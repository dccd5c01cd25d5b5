import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Password, Username } from './accounts.js';
import { SignIn } from './auth.js';
import { Id } from './common.js';
import { AppError, httpError, parseInput } from './errors.js';
import { NewPasskey } from './factors.js';
import { stateKey } from './kinds.js';
import { limits } from './limits.js';
import { SentPrice } from './custom-tables.js';
import { DecimalText } from './quotes.js';
import { NewRateList } from './rate-lists.js';
import { PlainText } from './sent.js';
import { SentRateRow } from './rate-rows-editing.js';
import { ScreenUpdate } from './screens.js';
import { ProfileSettings, ShopUpdate } from './shops.js';

describe('ids', () => {
  it('never carry a wildcard, a dot or an operator into a key or a query', () => {
    for (const text of ['*', '>', 'a.b', '', 'F'.repeat(24), '0'.repeat(23), '0'.repeat(25), '$ne', '__proto__']) {
      expect([text, Id.safeParse(text).success]).toEqual([text, false]);
    }
    expect(Id.safeParse({ $ne: null }).success).toBe(false);
    expect(Id.safeParse('0123456789abcdef01234567').success).toBe(true);
  });
});

describe('a number with a unit', () => {
  it('has that unit alone, and rupees only where rupees are meant', () => {
    const takes = (schema: z.ZodType, values: Record<string, string>) =>
      Object.entries(values).map(([name, value]) => schema.safeParse({ ...ROW, [name]: value }).success);
    const ROW = { metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' };
    expect(takes(SentRateRow, { percent: '2.5%', unit_grams: '8 g', fineness: '916', rupees_per_gram: 'Rs. 1,234/-' })).toEqual(
      [...[true, true, true, true]],
    );
    expect(takes(SentRateRow, { percent: 'Rs 5/-', unit_grams: 'Rs. 8', fineness: '₹ 916' })).toEqual([false, false, false]);
    expect(takes(ShopUpdate, { gold_margin: 'Rs 5', price_display_time: 'Rs 60/-' })).toEqual([false, false]);
    expect(takes(ShopUpdate, { gold_margin: '2.5%', price_display_time: '60' })).toEqual([true, true]);
    expect(takes(ScreenUpdate, { overscan: '₹2' })).toEqual([false]);
    expect(takes(ScreenUpdate, { overscan: '2 %' })).toEqual([true]);
  });
});

describe('an error as HTTP has it', () => {
  it('says in details too what is wrong with an input as a whole', () => {
    const details = [{ path: '', message: 'No JSON' }];
    expect(httpError(new AppError('INVALID_INPUT', 'No JSON'), 'id')).toMatchObject({ message: 'No JSON', details });
    expect(httpError(new AppError('NOT_FOUND', 'Not here'), 'id')).not.toHaveProperty('details');
  });
});

describe('a password', () => {
  it('has as many letters as people count, however a keyboard composes them', () => {
    const isTaken = (text: string) => Password.safeParse(text).success;
    expect(['e\u0301'.repeat(4), '🙂'.repeat(7), 'e\u0301'.repeat(129)].map(isTaken)).toEqual([false, false, false]);
    expect(['e\u0301'.repeat(8), '🙂'.repeat(8), '\u0958'.repeat(64), ' '.repeat(8)].map(isTaken)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('a text far too long', () => {
  it.each([
    ['a sign-in', SignIn, (text: string) => ({ username: text, password: 'x' })],
    ['a username', Username, String],
    ['a password', Password, String],
    ['any other text', PlainText, String],
  ])('is refused before it takes the time that its one form would take: %s', (_, schema, sent) => {
    const marks = 10_000;
    const faults = schema.safeParse(sent('\u0315'.repeat(marks) + '\u0316'.repeat(marks))).error?.issues;
    expect(faults?.map(({ message }) => message)).toEqual(['is too long']);
  });
});

describe('a form', () => {
  it('has not sent what is empty, and takes no spaces for a name', () => {
    expect(ShopUpdate.parse({ shop_name: '', city: '', username: '' })).toEqual({});
    for (const field of ['shop_name', 'city']) {
      const { error } = ShopUpdate.safeParse({ [field]: ' \u00a0' });
      expect(error!.issues).toMatchObject([{ path: [field], message: 'is required' }]);
    }
  });

  it('says yes and no as text', () => {
    const flags = { ads_enabled: 'false', rates_over_ads: 'true', default_mute_state: false };
    expect(ShopUpdate.parse(flags)).toEqual({ ads_enabled: false, rates_over_ads: true, default_mute_state: false });
    expect(ShopUpdate.safeParse({ ads_enabled: 'no' }).success).toBe(false);
  });

  it('is an object', () => {
    for (const sent of [null, [], 'x', 1]) expect([sent, ShopUpdate.safeParse(sent).success]).toEqual([sent, false]);
  });
});

describe('the name of a passkey', () => {
  it('is a text in its one form', () => {
    const nameOf = (name: string) => NewPasskey.shape.name.safeParse(name).data;
    expect(nameOf(' My   ke\u0301y ')).toBe('My k\u00e9y');
    expect([nameOf('a\u0007b'), nameOf(' ')]).toEqual([undefined, undefined]);
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

describe('a decimal number that is sent', () => {
  const message = (schema: z.ZodType, sent: unknown) => schema.safeParse(sent).error?.issues[0]?.message;

  it.each([20.299999999999997, '20.299999999999997', '20.30000000000000000001', 20.299, 0.1 + 0.2])(
    'as %p has too many decimals',
    (sent) => {
      expect(message(SentPrice, sent)).toBe('must have at most two decimals');
      expect(message(ProfileSettings.shape.gold_margin, sent)).toBe('must be in steps of 0.1');
      expect(message(NewRateList.shape.gold.unwrap().shape.per_gram, sent)).toBe('must have at most 2 decimals');
    },
  );

  it.each([
    [' 64350.30 ', 64350.3],
    [64350.29, 64350.29],
    ['0.100', 0.1],
    ['Rs. 1,23,456/-', 123_456],
    ['१,२३,४५६.५०', 123_456.5],
    ['１２３', 123],
    [999_999_999.99, 999_999_999.99],
  ])('as %p is read', (sent, expected) => {
    expect(SentPrice.parse(sent)).toBe(expected);
  });

  it('says what is wrong with another one', () => {
    expect(message(SentPrice, '1000000000')).toBe('must be at most 99,99,99,999.99');
    expect(message(SentPrice, -1)).toBe('must be at least 0');
    expect(message(SentPrice, 'two')).toMatch(/expected number/);
  });
});

describe('the limits', () => {
  it('are those of the rules', () => {
    expect(limits).toMatchObject({
      ads: { total: 5, videos: 2, images: 3, videoBytes: 52_428_800, imageBytes: 104_857_600 },
      adDisplayTime: { min: 1, max: 300, default: 30 },
      priceDisplayTime: { min: 10, max: 600, default: 60 },
      margin: { min: 0, max: 50, step: 0.1 },
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
