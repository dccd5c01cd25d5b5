import { describe, expect, it } from '@jest/globals';
import { MarketStatus, PriceSettings, Quote } from './quotes.js';

const AT = '2026-11-20T10:00:00.000Z';

describe('what another release has written', () => {
  const metal = { price: '467500', at: AT, source: 'gold-api.com', dutyIncluded: false };
  const status = {
    ...{ isRunning: true, updateIntervalMs: 300_000, staleAfterMs: 900_000, hours: 'spot' },
    ...{ lastAskedAt: AT, nextUpdate: AT, source: 'gold-api.com', lastError: null },
  };

  it('is read with fields that are not known here', () => {
    const quote = { seq: 1, gold: metal, silver: metal, sample: false };
    expect(Quote.parse({ ...quote, gold: { ...metal, spread: '1' }, withdrawn: {}, replaced_by: 2 })).toEqual(quote);
    expect(MarketStatus.parse({ ...status, later: 1 })).toEqual({ ...status, marksRateRows: false, marksHolds: false });
  });

  it('is read with members that are not known here', () => {
    expect(MarketStatus.parse({ ...status, hours: 'mcx' }).hours).toBe('always');
    expect(PriceSettings.parse({ updateIntervalMs: 60_000, dynamicPriceInterval: 10 }).dynamicPriceInterval).toBe(5);
  });
});
