import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from './feed-state.js';
import { MarketFeed } from './market-feed.js';

const AT = new Date('2026-11-20T10:00:07.250Z');
let feed: MarketFeed;

beforeAll(async () => {
  feed = await MarketFeed.start();
});
afterAll(() => feed.close());
beforeEach(() => {
  feed.set({ gold: '351234.50', silver: '4321.12', at: AT, usdInr: '88.25' });
  feed.fault = 'none';
  feed.faults = {};
});

const ask = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
const goldApi = () => ask(`${feed.urls.goldApi}/price/XAU/INR`);

describe('the recorded shapes', () => {
  it('gold-api.com: rupees and dollars per ounce, whole seconds', async () => {
    const text = await (await goldApi()).text();
    // Every digit is as it was set; a JSON number would lose the last zero.
    expect(text).toContain('"price":351234.50,');
    expect(JSON.parse(text)).toMatchObject({
      currency: 'INR',
      exchangeRate: 88.25,
      name: 'Gold',
      symbol: 'XAU',
      updatedAt: '2026-11-20T10:00:07Z',
    });
    const silver = await (await ask(`${feed.urls.goldApi}/price/XAG/INR`)).json();
    expect(silver).toMatchObject({ symbol: 'XAG', price: 4321.12 });
    const dollars = await (await ask(`${feed.urls.goldApi}/price/XAU/USD`)).json();
    expect(dollars).toMatchObject({ currency: 'USD', exchangeRate: 1, price: 3979.9943 });
  });

  it('GoldAPI.io: the key in a header, time in seconds', async () => {
    const url = `${feed.urls.goldapiIo}/api/XAG/INR`;
    expect((await ask(url)).status).toBe(403);
    const answer = await ask(url, { 'x-access-token': feed.keys.goldapiIo });
    expect(await answer.json()).toMatchObject({
      timestamp: Date.parse('2026-11-20T10:00:07Z') / 1000,
      metal: 'XAG',
      currency: 'INR',
      price: 4321.12,
      price_gram_24k: 138.9272,
    });
  });

  it('Metals.dev: both metals in one answer, a failure body for a wrong key', async () => {
    const url = `${feed.urls.metalsDev}/v1/latest?currency=INR&unit=toz&api_key=`;
    expect(await (await ask(`${url}wrong`)).json()).toMatchObject({ status: 'failure', error_code: 1101 });
    expect(await (await ask(url + feed.keys.metalsDev)).json()).toMatchObject({
      status: 'success',
      currency: 'INR',
      unit: 'toz',
      metals: { gold: 351234.5, silver: 4321.12 },
      timestamps: { metal: '2026-11-20T10:00:07.250Z' },
    });
  });

  it('MetalpriceAPI: the price and its rounded inverse, a failure body with status 200', async () => {
    const url = `${feed.urls.metalpriceapi}/v1/latest?base=INR&currencies=XAU,XAG&api_key=`;
    const refused = await ask(`${url}wrong`);
    expect([refused.status, await refused.json()]).toMatchObject([200, { success: false, error: { statusCode: 102 } }]);
    expect(await (await ask(url + feed.keys.metalpriceapi)).json()).toMatchObject({
      success: true,
      base: 'INR',
      rates: { INRXAU: 351234.5, XAU: 0.0000028471, INRXAG: 4321.12 },
    });
  });

  it('Swissquote: bid and ask in dollars, time in milliseconds', async () => {
    const [quote] = (await (await ask(`${feed.urls.swissquote}/public-quotes/bboquotes/instrument/XAU/USD`)).json()) as [
      { ts: number; spreadProfilePrices: { spreadProfile: string; bid: number; ask: number }[] },
    ];
    const prime = quote.spreadProfilePrices.find(({ spreadProfile }) => spreadProfile === 'prime')!;
    expect((prime.bid + prime.ask) / 2).toBeCloseTo(3979.9943, 3);
    expect(quote.ts).toBe(AT.getTime());
  });
});

it('tells the present where no time is set, and counts the questions', async () => {
  const { count } = feed.requests.goldApi;
  feed.set({ gold: '1', silver: '1' });
  const { updatedAt } = (await (await goldApi()).json()) as { updatedAt: string };
  expect(Math.abs(Date.parse(updatedAt) - Date.now())).toBeLessThan(2_000);
  expect(feed.requests.goldApi.count).toBe(count + 1);
  expect(feed.requests.goldApi.times).toHaveLength(count + 1);
});

it('answers a poll of gold-api.com with the prices of one moment, and the next one with those of now', async () => {
  const poll = (...symbols: string[]) =>
    Promise.all(
      symbols.map(async (symbol) => {
        const answer = await ask(`${feed.urls.goldApi}/price/${symbol}/INR`);
        return ((await answer.json()) as { price: number }).price;
      }),
    );
  feed.set({ gold: '1', silver: '2', platinum: '3' });
  await poll('XAU');
  expect(await poll('XAU')).toEqual([1]);
  feed.set({ gold: '10', silver: '20', platinum: '30' });
  expect(await poll('XAG', 'XPT')).toEqual([2, 3]);
  expect(await poll('XAG', 'XPT', 'XAU')).toEqual([20, 30, 10]);
  await poll('XAU', 'XAG');
  feed.set({ gold: '100', silver: '200', platinum: '300' });
  // Whoever asks for a metal again doesn't ask for the others any more.
  expect(await poll('XAU')).toEqual([100]);
});

describe('faults', () => {
  it.each<[Fault, number]>([
    ['500', 500],
    ['429', 429],
    ['refusal', 403],
  ])('%s answers %d', async (fault, status) => {
    feed.fault = fault;
    expect((await goldApi()).status).toBe(status);
  });

  it.each<[Fault, object]>([
    ['old', { updatedAt: '2026-11-19T10:00:07Z' }],
    ['future', { updatedAt: '2026-11-20T11:00:07Z' }],
    ['negative', { price: -351234.5 }],
    ['unit-flip', { price: 11292.4514 }],
    ['currency', { currency: 'USD', price: 3979.9943 }],
  ])('%s', async (fault, expected) => {
    feed.fault = fault;
    expect(await (await goldApi()).json()).toMatchObject(expected);
  });

  it.each<Fault>(['garbage', 'html'])('%s is not JSON', async (fault) => {
    feed.fault = fault;
    const answer = await goldApi();
    expect(answer.status).toBe(200);
    await expect(answer.json()).rejects.toThrow(/JSON/);
  });

  it('timeout never answers', async () => {
    feed.fault = 'timeout';
    await expect(fetch(`${feed.urls.goldApi}/price/XAU/INR`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  });

  it('can be one provider’s own', async () => {
    feed.faults.goldApi = '500';
    expect((await goldApi()).status).toBe(500);
    expect((await ask(`${feed.urls.metalsDev}/v1/latest?api_key=${feed.keys.metalsDev}`)).status).toBe(200);
  });
});
