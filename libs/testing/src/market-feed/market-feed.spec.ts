// What the providers answer, and what can be wrong with it, is asserted by the specs of pricing, which ask this stand-in.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MarketFeed } from './market-feed.js';

let feed: MarketFeed;

beforeAll(async () => {
  feed = await MarketFeed.start();
});
afterAll(() => feed.close());
beforeEach(() => {
  feed.fault = 'none';
});

const goldApi = () => fetch(`${feed.urls.goldApi}/price/XAU/INR`);

it('refuses a wrong key, as each provider that needs one does', async () => {
  expect((await fetch(`${feed.urls.goldapiIo}/api/XAG/INR`)).status).toBe(403);
  const metalsDev = await fetch(`${feed.urls.metalsDev}/v1/latest?currency=INR&unit=toz&api_key=wrong`);
  expect(await metalsDev.json()).toMatchObject({ status: 'failure', error_code: 1101 });
  // With status 200.
  const metalpriceapi = await fetch(`${feed.urls.metalpriceapi}/v1/latest?base=INR&currencies=XAU,XAG&api_key=wrong`);
  const body = { success: false, error: { statusCode: 102 } };
  expect([metalpriceapi.status, await metalpriceapi.json()]).toMatchObject([200, body]);
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
        const answer = await fetch(`${feed.urls.goldApi}/price/${symbol}/INR`);
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

it('refuses, is an hour ahead, or says dollars when it is told to', async () => {
  feed.set({ gold: '351234.50', silver: '4321.12', at: new Date('2026-11-20T10:00:07.250Z'), usdInr: '88.25' });
  feed.fault = 'refusal';
  expect((await goldApi()).status).toBe(403);
  feed.fault = 'future';
  expect(await (await goldApi()).json()).toMatchObject({ updatedAt: '2026-11-20T11:00:07Z' });
  feed.fault = 'currency';
  expect(await (await goldApi()).json()).toMatchObject({ currency: 'USD', price: 3979.9943 });
});
