import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { texts } from '@sarafa/contracts';
import { freePort } from '@sarafa/testing';
import { GoldApiSource } from './gold-api/gold-api.source.js';
import { GoldapiIoSource } from './goldapi-io/goldapi-io.source.js';
import { MetalpriceapiSource } from './metalpriceapi/metalpriceapi.source.js';
import { MetalsDevSource } from './metals-dev/metals-dev.source.js';
import { SwissquoteSource } from './swissquote/swissquote.source.js';

/** One that an address has in another form. */
const KEY = 'SECRET+1=';

describe('a provider that refuses', () => {
  /** Undefined never comes. */
  let text: string | null | undefined;
  let code: number | undefined;
  let status: number;
  let pauseS: number;
  const server = createServer((request, response) => {
    const metalsDev = { status: 'failure', error_code: code, error_message: text };
    const metalpriceapi = { success: false, error: { statusCode: code, message: text } };
    response.writeHead(status, status === 429 ? { 'retry-after': String(pauseS) } : {});
    if (text === undefined) response.flushHeaders();
    else if (request.url!.startsWith('/api/')) response.end(JSON.stringify({ error: text }));
    else response.end(JSON.stringify(request.url!.includes('currencies') ? metalpriceapi : metalsDev));
  });
  beforeEach(() => {
    [status, pauseS] = [200, 60];
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    [MetalsDevSource, 1203],
    [MetalpriceapiSource, 416],
  ])('is left alone for an hour where its quota is used up, whatever it says of that', async (Source, usedUp) => {
    code = usedUp;
    const source = new Source(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY, 1_000);
    const straddling = `${'a'.repeat(495)}${KEY}`;
    for (const [said, told] of [
      [straddling, `${'a'.repeat(495)}[key]`],
      [null, 'no reason given'],
      ['a'.repeat(501), 'a'.repeat(500)],
    ] as const) {
      [text, status] = [said, status === 200 ? 429 : 200];
      await expect(source.ask()).rejects.toMatchObject({
        message: `answered failure ${status === 429 ? 'HTTP 429, ' : ''}${usedUp}: ${told}`,
        restMs: 3_600_000,
      });
    }
  });

  it('has the pause that it asks for, even where the rest of its answer never comes', async () => {
    [status, text] = [429, undefined];
    const source = new GoldapiIoSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY, 500);
    await expect(source.ask()).rejects.toMatchObject({ message: 'answered 429, too many requests', restMs: 60_000 });
  });

  it('has the longer of two pauses, and is a refusal without a code too', async () => {
    const source = new MetalsDevSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY, 1_000);
    [status, pauseS, code, text] = [429, 86_400, 1203, 'Used up'];
    await expect(source.ask()).rejects.toMatchObject({
      message: 'answered failure HTTP 429, 1203: Used up',
      restMs: 86_400_000,
    });
    [status, code] = [403, undefined];
    await expect(source.ask()).rejects.toThrow('answered failure HTTP 403: Used up');
  });

  it.each([MetalsDevSource, MetalpriceapiSource])('is told of without the key that it repeats', async (Source) => {
    const source = new Source(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY, 1_000);
    [code, text] = [1101, `The key ${KEY} is not known`];
    await expect(source.ask()).rejects.toThrow('answered failure 1101: The key [key] is not known');
    status = 401;
    await expect(source.ask()).rejects.toThrow('answered failure HTTP 401, 1101: The key [key] is not known');
  });

  it('has its words beside the HTTP status where it has no code, and the pause that it asks for', async () => {
    const source = new GoldapiIoSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY, 1_000);
    [status, text] = [403, 'Invalid API key /api?key=SECRET%2B1%3D'];
    await expect(source.ask()).rejects.toThrow('answered failure HTTP 403: Invalid API key /api?key=[key]');
    [status, text] = [429, 'Monthly quota exceeded'];
    const fault = { message: 'answered failure HTTP 429: Monthly quota exceeded', restMs: 60_000 };
    await expect(source.ask()).rejects.toMatchObject(fault);
    text = null;
    await expect(source.ask()).rejects.toMatchObject({ message: 'answered 429, too many requests', restMs: 60_000 });
  });
});

describe('a provider whose answer isn’t whole', () => {
  /** Undefined is an HTTP 404, a number another status, and text is sent as it is. */
  let answer: (url: string) => unknown;
  const server = createServer((request, response) => {
    const body = answer(request.url!);
    response.statusCode = typeof body === 'number' ? body : body === undefined ? 404 : 200;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
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

  const goldApi = (price: string, currency = 'INR') => `{"currency":"${currency}","price":${price},"updatedAt":"${updatedAt}"}`;
  const metalsDev = (metals: object) => ({
    ...{ status: 'success', currency: 'INR', unit: 'toz', metals, timestamps: { metal: updatedAt } },
  });

  it('is asked for gold all the same where it has no silver, and has nothing where it has neither', async () => {
    answer = (path) => (path.includes('XAG') ? undefined : goldApi('400000'));
    const byMetal = await new GoldApiSource(url, 1_000).ask();
    answer = () => metalsDev({ gold: 400_000, silver: null, platinum: 150_000 });
    const atOnce = await new MetalsDevSource(url, 'key', 1_000).ask();
    expect([byMetal, atOnce].map(({ candidates }) => [candidates.gold?.price, candidates.silver])).toEqual([
      ['400000', undefined],
      ['400000', undefined],
    ]);
    expect([byMetal, atOnce].map(({ faults }) => [faults.gold, faults.silver?.message])).toEqual([
      [undefined, 'answered HTTP 404'],
      [undefined, 'answered without a price'],
    ]);
    answer = () => ({ ...metalsDev({ gold: 400_000, silver: 6_000 }), timestamps: {} });
    await expect(new MetalsDevSource(url, 'key', 1_000).ask()).rejects.toThrow('an unknown shape (timestamps.metal: ');
    answer = () => metalsDev({ platinum: 150_000 });
    await expect(new MetalsDevSource(url, 'key', 1_000).ask()).rejects.toThrow('answered without a price');
    answer = () => undefined;
    await expect(new GoldApiSource(url, 1_000).ask()).rejects.toThrow('answered HTTP 404');
  });

  it.each([
    ['1e999999999', 'INR', 'answered a price that is no number'],
    ['1e21', 'INR', 'answered a price that is no number'],
    ['4'.repeat(65), 'INR', 'answered an unknown shape'],
    ['400000', 'R'.repeat(33), 'answered an unknown shape'],
  ])('is no answer with a price of %s and a currency of %s', async (price, currency, fault) => {
    answer = () => goldApi(price, currency);
    await expect(new GoldApiSource(url, 1_000).ask()).rejects.toThrow(fault);
  });

  it('is asked again where it fails for a moment, and not where it refuses or never ends', async () => {
    const source = new MetalsDevSource(url, 'key', 5_000);
    const bodies = [500, metalsDev({ gold: 400_000, silver: 6_000 }), undefined, 'x'.repeat(1_100_000), 'not asked for'];
    answer = () => bodies.shift();
    expect((await source.ask()).candidates.gold?.price).toBe('400000');
    await expect(source.ask()).rejects.toThrow('answered HTTP 404');
    await expect(source.ask()).rejects.toThrow(texts.sourceFailures.tooLong);
    expect(bodies).toEqual(['not asked for']);
  });

  it('is told of with what the system says where there is no way to it', async () => {
    const source = new GoldApiSource(`http://127.0.0.1:${await freePort()}`, 1_000);
    await expect(source.ask()).rejects.toThrow('could not be reached (ECONNREFUSED)');

    // As Node 24 fails where HTTPS_PROXY refuses the provider's address.
    const answered = new Error('Proxy response (403) !== 200 when HTTP Tunneling');
    const cancelled = Object.assign(new DOMException('Request was cancelled.'), { cause: answered });
    const asking = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause: cancelled }));
    const told = await source.ask().catch(({ message }: Error) => message);
    asking.mockRestore();
    expect(told).toContain('could not be reached (Proxy response (403)');
  });

  it('is read with a number that has next to nothing behind the point', async () => {
    answer = () => goldApi('1e-999999999');
    expect((await new GoldApiSource(url, 1_000).ask()).candidates.gold?.price).toBe('0');
  });
});
