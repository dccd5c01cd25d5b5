import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MarketFeed } from '@sarafa/testing';
import { GoldApiSource } from './gold-api/gold-api.source.js';
import { GoldapiIoSource } from './goldapi-io/goldapi-io.source.js';
import { MetalpriceapiSource } from './metalpriceapi/metalpriceapi.source.js';
import { MetalsDevSource } from './metals-dev/metals-dev.source.js';

const AT = '2026-11-20T10:00:07.000Z';
const MARKET = { gold: '467500.12', silver: '6938.5', at: new Date(AT) };
const TIMEOUT_MS = 5_000;

describe('the price of platinum', () => {
  let feed: MarketFeed;

  beforeAll(async () => {
    feed = await MarketFeed.start();
  });

  afterAll(() => feed.close());

  const sources = () => [
    new GoldApiSource(feed.urls.goldApi, TIMEOUT_MS),
    new GoldapiIoSource(feed.urls.goldapiIo, feed.keys.goldapiIo, TIMEOUT_MS),
    new MetalsDevSource(feed.urls.metalsDev, feed.keys.metalsDev, TIMEOUT_MS),
    new MetalpriceapiSource(feed.urls.metalpriceapi, feed.keys.metalpriceapi, TIMEOUT_MS),
  ];

  it('is told by every source that has it, beside gold and silver', async () => {
    feed.set({ ...MARKET, platinum: '179999.987654321' });
    for (const source of sources()) {
      const { candidates } = await source.ask();
      expect(candidates.platinum).toEqual({ price: '179999.987654321', at: AT, currency: 'INR', unit: 'toz' });
      expect([candidates.gold?.price, candidates.silver?.price]).toEqual([MARKET.gold, MARKET.silver]);
    }
  });

  it('is missing where a source has none, and gold and silver are there', async () => {
    feed.set(MARKET);
    for (const source of sources()) {
      const { candidates } = await source.ask();
      expect([candidates.gold?.price, candidates.silver?.price, candidates.platinum]).toEqual([
        MARKET.gold,
        MARKET.silver,
        undefined,
      ]);
    }
  });
});

describe('a price of platinum that is none', () => {
  /** What the provider writes in its place; undefined answers nothing at all. */
  let platinum: string | undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider');
    if (pathname === '/price/XPT/INR' && platinum === undefined) return;
    const price = pathname === '/price/XPT/INR' ? platinum : '400000';
    if (pathname.startsWith('/price/')) response.end(`{"currency":"INR","price":${price},"updatedAt":"${AT}"}`);
    else if (request.url!.includes('currencies=')) {
      const rates = `{"INRXAU":400000,"INRXAG":6000,"INRXPT":${platinum}}`;
      response.end(`{"success":true,"base":"INR","timestamp":1739577599,"rates":${rates}}`);
    } else {
      const metals = `{"gold":400000,"silver":6000,"platinum":${platinum}}`;
      response.end(
        `{"status":"success","currency":"INR","unit":"toz","metals":${metals},"timestamps":{"metal":"${AT}","currency":"${AT}"}}`,
      );
    }
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it.each(['null', '"N/A"', '{}', 'true'])('is left out where it reads %s', async (text) => {
    platinum = text;
    for (const source of [
      new GoldApiSource(url(), TIMEOUT_MS),
      new MetalsDevSource(url(), 'key', TIMEOUT_MS),
      new MetalpriceapiSource(url(), 'key', TIMEOUT_MS),
    ]) {
      const { candidates } = await source.ask();
      expect([candidates.gold?.price, candidates.platinum]).toEqual(['400000', undefined]);
    }
  });

  it('is not waited for once gold and silver are there', async () => {
    platinum = undefined;
    const begun = performance.now();
    const { candidates } = await new GoldApiSource(url(), 60_000).ask();
    expect([candidates.gold?.price, candidates.platinum]).toEqual(['400000', undefined]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
