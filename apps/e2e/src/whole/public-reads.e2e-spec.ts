import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { HttpError, type Pairing } from '@sarafa/contracts';
import { httpApi } from '@sarafa/contracts/http-api';
import { addShops, rawRequest, readAnswer, setCustomTables, until } from '@sarafa/testing';
import { exactRates } from '../shared/exact-rates.js';
import { publicReads } from './http-routes.js';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

describe('public reads', () => {
  let w: Harness;
  let id: string;

  beforeAll(async () => {
    w = await harness({ pace: LIVELY });
    [id] = (await addShops(w.db, [{ shop_name: 'Laxmi', gold_margin: 1.5 }])) as [string];
    await until(async () => (await w.get(`/prices/user/${id}`)).ok);
  });

  afterAll(() => w.end());

  const path = (template: string) => template.replace('{id}', id);
  const paths = publicReads.map((route) => route.path);
  const ofShop = paths.filter((template) => template.includes('{id}'));
  const reads = paths.filter((template) => !template.startsWith('/health'));
  const refusal = async (response: Response) => HttpError.parse(await response.json());

  describe.each(['', '/api'])('below "%s"', (base) => {
    it.each(publicReads.map((route) => [route.path, route] as const))('GET %s', async (template, { answer }) => {
      const response = await w.get(base + path(template));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch('application/json');
      const body: unknown = await response.json();
      // The answer has no field that the contract lacks.
      expect(answer.parse(body)).toEqual(body);
    });

    it.each(ofShop)('GET %s of nobody', async (template) => {
      const ask = (value: string) => w.get(base + template.replace('{id}', value));
      expect((await ask('f'.repeat(24))).status).toBe(404);
      for (const malformed of [
        '1',
        '%7B%22$ne%22:null%7D',
        '__proto__',
        'constructor',
        '%00',
        '..%2f..',
        "'%20or%201=1",
        'F'.repeat(24),
      ]) {
        const response = await ask(malformed);
        expect([malformed, response.status]).toEqual([malformed, 400]);
        expect(await refusal(response)).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT' });
      }
    });
  });

  it('answers the rates that the rulings say', async () => {
    const margins = { gold_margin: 1.5, silver_margin: 0, sell_margin: 0, buy_margin: 0 };
    expect(await w.json(`/prices/user/${id}`)).toMatchObject({
      ...exactRates('467500', '6938', margins),
      source: 'Metals.dev',
      city: 'Mumbai',
      stale: false,
      lastUpdated: w.feed.current.at!.toISOString(),
      updated_at: w.feed.current.at!.toISOString(),
    });
    expect(await w.json('/prices/detailed')).toMatchObject({
      ...exactRates('467500', '6938', { ...margins, gold_margin: 0 }),
      source: 'API + Import Duty Only',
    });
  });

  it.each(reads)('says 304 to who has it already: %s', async (template) => {
    const etag = (await w.get(path(template))).headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await w.get(path(template), { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await w.get(path(template), { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
  });

  it('compresses what is worth it', async () => {
    const tables = Array.from({ length: 20 }, (_, index) => ({ title: `Row ${index}`, price: index }));
    await setCustomTables(w.db, id, tables);
    const url = `${w.product.url}/user/custom-tables/public/${id}`;
    await until(async () => ((await (await fetch(url)).json()) as unknown[]).length === 20);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await raw(url, { 'accept-encoding': encoding });
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(JSON.parse(decode(body).toString())).toHaveLength(20);
    }
    expect((await raw(url, {})).headers['content-encoding']).toBeUndefined();
  });

  it('lets anybody read it from any origin, and gives away nothing', async () => {
    const { headers } = await w.get(`/prices/user/${id}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    const { secret } = (await (await w.get('/screens/pairings', { method: 'POST' })).json()) as Pairing;
    for (const path of ['/settings/chat', `/screens/pairings/${secret}`]) {
      expect([path, (await w.get(path)).headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    }
    expect([...headers.keys()].filter((name) => /set-cookie|x-powered-by|server/.test(name))).toEqual([]);
    expect(JSON.stringify(await w.json(`/user/dashboard/${id}`))).not.toMatch(/password|credentials|published|rev"/);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('can only be read: %s', async (method) => {
    const response = await w.get(`/prices/user/${id}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await refusal(response)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });

  it('knows no other address', async () => {
    for (const address of [
      '/nowhere',
      '/api/nowhere',
      '/api',
      '/media/nothing',
      '/__proto__',
      '/docs/../../package.json',
      '/assets/nothing.js',
    ]) {
      const response = await w.get(address);
      expect([address, response.status]).toEqual([address, 404]);
      expect(await refusal(response)).toMatchObject({ code: 'NOT_FOUND', requestId: expect.any(String) });
    }
  });

  it.each([
    ['an address that cannot be decoded', 'GET /prices/user/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['a method that is none', 'STEAL /prices/detailed HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['no HTTP at all', 'hello?\r\n\r\n', 400],
    ['10 MB of headers', `GET /prices/detailed HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(10_485_760)}\r\n\r\n`, 431],
    ['an address of 10 MB', `GET /prices/user/${'a'.repeat(10_485_760)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ])('refuses %s in the one shape', async (_, bytes, status) => {
    const answer = readAnswer(await rawRequest(w.product.url, bytes));
    expect(answer.status).toBe(status);
    expect(HttpError.parse(answer.body)).toMatchObject({ statusCode: status, requestId: expect.any(String) });
    expect((await w.get('/health/live')).status).toBe(200);
  });

  // Sent unchanged, because a client library would ask for /assets/ each time.
  it.each([
    '/assets',
    '/assets/',
    '/assets/.',
    '/assets/./',
    '/assets/%2e',
    '/assets//',
    '/assets/./.',
    '/brand/.',
    '/brand/%2e/',
  ])('has no file at %s', async (address) => {
    const answer = readAnswer(
      await rawRequest(w.product.url, `GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    );
    expect([address, answer.status]).toEqual([address, 404]);
    expect(HttpError.parse(answer.body)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['broken JSON', 'application/json', '{"a":'],
    ['a prototype key', 'application/json', '{"__proto__":{"admin":true}}'],
    ['two megabytes', 'application/json', JSON.stringify('a'.repeat(2_097_152))],
    ['XML', 'text/xml', '<a/>'],
    ['an operator', 'application/json', '{"username":{"$gt":""}}'],
  ])('refuses a body of %s without a crash', async (_, type, body) => {
    for (const address of ['/nowhere', `/prices/user/${id}`, '/health/live']) {
      const response = await w.get(address, { method: 'POST', headers: { 'content-type': type }, body });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      await refusal(response);
    }
  });

  describe('pages', () => {
    const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

    it.each([
      ['/public-view/0123456789abcdef01234567', 'frame-ancestors *'],
      ['/login', "frame-ancestors 'none'"],
      ['/admin/custom-tables', "frame-ancestors 'none'"],
      ['/settings/maintenance', "frame-ancestors 'none'"],
    ])('%s is one when HTML is asked for', async (address, frame) => {
      const response = await w.get(address, html);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain(frame);
      expect(policy).not.toContain('unsafe');
      expect(await response.text()).not.toMatch(/<script(?![^>]* src=)[^>]*>/);
    });

    it('are never below /api, /media, /docs and /health', async () => {
      for (const address of ['/api/nowhere', '/media/nowhere', '/health/nowhere']) {
        expect([address, (await w.get(address, html)).status]).toEqual([address, 404]);
      }
      expect((await w.get('/health/live', html)).headers.get('content-type')).toMatch('json');
    });

    it('have their files compressed, and for good', async () => {
      const page = await (await w.get(`/public-view/${id}`, html)).text();
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
      const { headers } = await raw(w.product.url + script, { 'accept-encoding': 'br, gzip' });
      expect(headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    });
  });

  it('documents itself from the contracts', async () => {
    const api = (await w.json('/docs/openapi.json')) as { openapi: string; paths: object };
    expect(api.openapi).toBe('3.1.0');
    const documented = Object.keys(httpApi).map((route) => route.split(' ')[1]);
    expect(Object.keys(api.paths).sort()).toEqual(
      [...new Set([...documented, '/boards/{id}/events', '/user/rate-card/{id}.png'])].sort(),
    );
    const page = await w.get('/docs', { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/docs/swagger-ui-bundle.js')]);
    expect((await w.get('/docs/swagger-ui-bundle.js')).status).toBe(200);
  });

  describe('on the connection of a stream', () => {
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
    const connected = () => {
      const { hostname, port } = new URL(w.product.url);
      const socket = connect(Number(port), hostname);
      const told = { socket, heard: '' };
      socket.setEncoding('latin1').on('data', (text: string) => (told.heard += text));
      return told;
    };

    it('never gets among its events, whatever else is asked', async () => {
      const told = connected();
      told.socket.write(ask(`/boards/${id}/events`));
      await until(() => told.heard.includes('event: heartbeat'));
      told.socket.write(ask('/prices/detailed'));
      await once(told.socket, 'close');
      expect(told.heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(told.heard).toMatch(/\n\n$/);
    });

    it('comes before it, where both are asked for at once', async () => {
      const told = connected();
      told.socket.write(ask('/prices/detailed') + ask(`/boards/${id}/events`));
      await until(() => told.heard.includes('event: heartbeat'));
      expect(told.heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
      told.socket.destroy();
    });
  });

  it('logs a request id in every refusal and no secret anywhere', () => {
    expect(w.product.logs.join('\n')).not.toMatch(/metals-dev-key|mongodb:\/\/[^/]*:[^/]*@/);
  });
});

describe('behind a proxy that ends TLS', () => {
  it('asks for TLS from now on at every server, and believes no other address', async () => {
    const w = await harness({ env: { TRUST_PROXY: '127.0.0.1' } });
    try {
      const transport = async (path: string, proto: string) =>
        (await w.get(path, { headers: { 'x-forwarded-proto': proto } })).headers.get('strict-transport-security');
      for (const path of ['/prices/detailed', '/health/live', '/docs', '/nowhere']) {
        expect([path, await transport(path, 'https')]).toEqual([path, expect.stringContaining('max-age=')]);
        expect([path, await transport(path, 'http')]).toEqual([path, null]);
      }
    } finally {
      await w.end();
    }
  });
});

describe('the ceiling for public reads', () => {
  it('is kept for each address, with the time to wait', async () => {
    const w = await harness({ env: { PUBLIC_RATE_LIMIT_PER_MINUTE: '100', TRUST_PROXY: '127.0.0.1' } });
    try {
      // Streams are counted only for shops that don't exist.
      const open = async () =>
        (await w.get(`/boards/${'0'.repeat(24)}/events`, { headers: { 'x-forwarded-for': '192.0.2.7' } })).status;
      expect(new Set(await Promise.all(Array.from({ length: 101 }, open)))).toEqual(new Set([404]));
      expect(await open()).toBe(429);

      const answers = await Promise.all(Array.from({ length: 150 }, () => w.get('/prices/detailed')));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(50);
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(HttpError.parse(await refused[0]!.json())).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect((await w.get('/health/live')).status).toBe(200);
    } finally {
      await w.end();
    }
  });
});

/** Without the decoding that `fetch` does. */
function raw(url: string, headers: Record<string, string>): Promise<{ headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}
