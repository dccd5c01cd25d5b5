import { describe, expect, it } from '@jest/globals';
import { Advertisements } from './media.js';
import { newShop } from './new-shop.js';
import { PriceSnapshot } from './pricing.js';
import { MarketStatus, PriceSettings } from './quotes.js';
import { ShopProfile } from './shop-profile.js';

const id = '0123456789abcdef01234567';
const at = '2026-11-20T10:40:32.000Z';

describe('a shop of the release before', () => {
  it('has no second language and no numerals, and keeps what it has', () => {
    const { second_language: _, numerals: __, ...before } = newShop;
    const shop = { id, username: 'u', ...before, subscription_end_date: at };
    expect(ShopProfile.parse(shop)).toEqual(shop);
  });
});

describe('a word that only a newer release knows', () => {
  it('is an ad to pass over, not a broken list', () => {
    const ad = { id, _id: id, file_type: 'image', file_path: '/media/a', file_name: 'a', duration: null };
    expect(Advertisements.parse([{ ...ad, file_type: 'hologram' }, ad, null])).toEqual([ad]);
    expect(Advertisements.safeParse('none').success).toBe(false);
    expect(Advertisements.safeParse([{ ...ad, file_path: 7 }]).success).toBe(false);
  });

  it('is an old rate, never a live one', () => {
    const rate = { sell: 1, buy: 1 };
    const rates = { gold_24k: rate, gold_22k: rate, gold_18k: rate, silver: rate };
    const told = { ...rates, lastUpdated: at, updated_at: at, source: 's', city: 'c', stale: false, state: 'promised' };
    expect(PriceSnapshot.parse(told).state).toBe('stale');
  });

  it('leaves a shop, the market and its settings readable', () => {
    const shop = { id, username: 'u', ...newShop, subscription_end_date: at };
    expect(ShopProfile.parse({ ...shop, layout_orientation: 'round', dynamic_price_interval: 7, gold_margin: 70 })).toEqual({
      ...shop,
      gold_margin: 70,
    });
    const words = { language: 'sanskrit', second_language: 'sanskrit', numerals: 'roman' };
    const known = { language: 'en', second_language: null, numerals: 'latn' };
    expect(ShopProfile.parse({ ...shop, ...words })).toMatchObject(known);
    const market = { isRunning: true, updateIntervalMs: 1, staleAfterMs: 1, hours: 'moon', source: null };
    const status = { ...market, lastAskedAt: null, nextUpdate: null, lastError: null };
    expect(MarketStatus.parse(status).hours).toBe('always');
    expect(PriceSettings.parse({ updateIntervalMs: 1, dynamicPriceInterval: 7 }).dynamicPriceInterval).toBe(5);
  });
});
