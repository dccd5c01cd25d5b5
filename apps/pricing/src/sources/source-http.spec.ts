import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GoldApiSource } from './gold-api/gold-api.source.js';
import { MetalpriceapiSource } from './metalpriceapi/metalpriceapi.source.js';
import { MetalsDevSource } from './metals-dev/metals-dev.source.js';
import { SwissquoteSource } from './swissquote/swissquote.source.js';

describe('a provider that repeats the key in its refusal', () => {
  const text = 'The key SECRET-1 is not known';
  const server = createServer((request, response) => {
    const metalsDev = { status: 'failure', error_code: 1101, error_message: text };
    const metalpriceapi = { success: false, error: { statusCode: 101, message: text } };
    response.end(JSON.stringify(request.url!.includes('currencies') ? metalpriceapi : metalsDev));
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => void server.close());

  it.each([MetalsDevSource, MetalpriceapiSource])('is told of without it', async (Source) => {
    const source = new Source(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'SECRET-1', 1_000);
    await expect(source.ask()).rejects.toThrow('The key [key] is not known');
  });
});

describe('a provider without a part that no rate needs', () => {
  let answer: (url: string) => unknown;
  const server = createServer((request, response) => void response.end(JSON.stringify(answer(request.url!))));
  let url: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  const updatedAt = '2026-11-20T10:00:00Z';

  it.each([null, 'n/a', undefined, {}])(
    'is read all the same, as gold-api.com with an exchange rate of %p',
    async (exchangeRate) => {
      answer = () => ({ currency: 'INR', price: 400_000.5, updatedAt, exchangeRate, name: null, updatedAtReadable: null });
      const { gold } = (await new GoldApiSource(url, 1_000).ask()).candidates;
      expect(gold).toMatchObject({ price: '400000.5', at: '2026-11-20T10:00:00.000Z' });
    },
  );

  it('is read all the same, as Swissquote with a profile that has no price, and not without the time', async () => {
    const ts = Date.parse(updatedAt);
    const offers = [
      { spreadProfile: 'standard', bid: null, ask: null },
      { spreadProfile: 'prime', bid: 4_000, ask: 4_002 },
    ];
    answer = () => [{ topo: null, ts, spreadProfilePrices: offers }];
    const source = new SwissquoteSource(url, 1_000, () => Promise.resolve('100'));
    expect(await source.check('gold')).toMatchObject({ price: '400100', at: '2026-11-20T10:00:00.000Z' });
    answer = () => [{ spreadProfilePrices: offers }];
    await expect(source.check('gold')).rejects.toThrow('without a time');
  });
});
