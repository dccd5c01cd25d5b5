import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, texts } from '@sarafa/contracts';
import { Metrics } from '@sarafa/server';
import Fastify from 'fastify';
import { PublicLimit } from '../edge/public-limit.js';
import { FastPath } from '../edge/fast-path.js';
import { peers } from '../edge/peers.js';
import { GatewayConfig } from '../gateway.config.js';
import { hsts } from '../edge/security-headers.js';
import { Answer } from './answer.js';
import type { BoardAnswers } from './board-answers.js';
import type { BoardStreams } from './board-streams.js';
import { BoardsController } from './boards.controller.js';
import { PublicReads } from './public-reads.js';

const ID = 'ab'.repeat(12);
const ENDED = 'ee'.repeat(12);
const UNKNOWN = '00'.repeat(12);
/** A shop that is known, and of which nothing else is. */
const BARE = 'ba'.repeat(12);
const small = Answer.json({ shop: 'Laxmi' });
const large = Answer.json({ rows: 'x'.repeat(2_000) });
const ETAG = small.as(undefined).etag;

const ofShop = (answer: Answer) => (id: string) => {
  if (id === ENDED) throw new AppError('FORBIDDEN', 'ended');
  return id === ID ? answer : undefined;
};
const boards = {
  prices: ofShop(small),
  profile: ofShop(small),
  customTables: ofShop(large),
  advertisements: ofShop(small),
  detailed: () => small,
  importDuty: () => small,
  maintenance: () => small,
  publicView: () => small,
  load: (id: string) => (id === BARE ? Promise.resolve() : Promise.reject(new AppError('NOT_FOUND', 'no shop'))),
} as unknown as BoardAnswers;

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

describe('public reads', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** The two ways to the same reads: from memory where possible, and through Fastify alone. */
  async function ways(env: Record<string, string> = {}) {
    const config = GatewayConfig.parse({ NATS_URL: 'nats://x', ...env });
    const trusted = config.TRUST_PROXY?.split(',');
    const fastify = Fastify({ trustProxy: trusted ?? false, routerOptions: { ignoreTrailingSlash: true } });
    const fastPath = new FastPath(fastify, peers(trusted), () => 'a-request');
    if (trusted) fastify.addHook('onRequest', hsts);
    const metrics = new Metrics();
    const limit = new PublicLimit(config);
    const streams = {} as BoardStreams;
    new PublicReads(fastPath, boards, limit, metrics).serve(new BoardsController(boards, streams));
    await fastify.ready();
    const byFastify = jest.fn<RequestListener>((asked, answer) => fastify.routing(asked, answer));
    const url = await listen((asked, answer) => fastPath.answers(asked, answer) || byFastify(asked, answer));
    const plainUrl = await listen((asked, answer) => fastify.routing(asked, answer));
    return { url, plainUrl, byFastify, metrics };
  }

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const paths = [
    `/prices/user/${ID}`,
    `/user/dashboard/${ID}?t=1`,
    `/user/custom-tables/public/${ID}`,
    `/advertisements/public/${ID}`,
    '/prices/detailed',
    '/prices/import-duty?',
    '/settings/maintenance',
    '/prices/settings/public-view-enabled',
  ];
  const asked: Record<string, string>[] = [
    {},
    { 'if-none-match': ETAG },
    { 'if-none-match': `"other", W/${ETAG}` },
    { 'if-none-match': '*' },
    { 'if-none-match': '"other"' },
    { 'accept-encoding': 'gzip, br' },
    { 'accept-encoding': 'br;q=0, gzip' },
    { 'accept-encoding': 'br;q=0', 'if-none-match': large.as('br').etag },
    { 'accept-encoding': 'br', 'if-none-match': large.as('br').etag },
    { 'x-forwarded-proto': 'https' },
  ];

  it.each(paths)('are the same from memory as by Fastify: %s', async (path) => {
    const { url, plainUrl, byFastify } = await ways();
    for (const headers of asked)
      expect([headers, await ask(url + path, headers)]).toEqual([headers, await ask(plainUrl + path, headers)]);
    expect(byFastify).not.toHaveBeenCalled();
  });

  it.each([
    ['GET', `/prices/user/${ID}/`, 200],
    ['GET', `/prices/user/%61${ID.slice(1)}`, 200],
    ['HEAD', `/prices/user/${ID}`, 200],
    ['GET', `/prices/user/${UNKNOWN}`, 404],
    ['GET', `/prices/user/${ENDED}`, 403],
    ['GET', '/prices/user/1', 404],
    ['GET', '/prices/user', 404],
    ['GET', `/prices/detailed/${ID}`, 404],
    ['GET', `//prices/user/${ID}`, 404],
  ])('leave to Fastify what is not in memory or not written plainly: %s %s', async (method, path, status) => {
    const { url, plainUrl, byFastify } = await ways();
    const expected = await ask(plainUrl + path, {}, method);
    expect(await ask(url + path, {}, method)).toEqual(expected);
    expect(expected.status).toBe(status);
    expect(byFastify).toHaveBeenCalledTimes(1);
  });

  it('say that there are no rates yet, or that a part is down, where what is known makes no answer', async () => {
    const { url } = await ways();
    const refused = async (path: string) => {
      const { status, body } = await ask(url + path);
      return [status, (JSON.parse(body) as { message: string }).message];
    };
    expect(await refused(`/prices/user/${BARE}`)).toEqual([503, texts.errors.ratesNotAvailable]);
    expect(await refused(`/user/custom-tables/public/${BARE}`)).toEqual([503, texts.errors.partDown]);
  });

  it('count both ways', async () => {
    const { url, metrics } = await ways();
    for (const path of ['', '?t=1', '/']) await ask(`${url}/prices/user/${ID}${path}`);
    expect(await metrics.registry.metrics()).toContain('sarafa_public_reads_total{route="/prices/user/:id"} 3');
  });

  it('have one ceiling for both ways, of the address beyond trusted proxies', async () => {
    const { url } = await ways({ TRUST_PROXY: '127.0.0.1', PUBLIC_RATE_LIMIT_PER_MINUTE: '2' });
    const status = async (from: string, path = '') =>
      (await ask(`${url}/prices/user/${ID}${path}`, { 'x-forwarded-for': from })).status;
    expect([await status('192.0.2.1'), await status('192.0.2.1', '/')]).toEqual([200, 200]);
    expect([await status('192.0.2.1'), await status('192.0.2.1', '/')]).toEqual([429, 429]);
    // The address that the nearest proxy has added counts; anybody may have written those before it.
    expect([await status('192.0.2.9, 192.0.2.1'), await status('192.0.2.1, 192.0.2.2')]).toEqual([429, 200]);
  });

  it('believe no forwarded address of a peer that is not trusted', async () => {
    const { url } = await ways({ TRUST_PROXY: '192.0.2.0/24', PUBLIC_RATE_LIMIT_PER_MINUTE: '1' });
    const status = async (from: string) => (await ask(`${url}/prices/detailed`, { 'x-forwarded-for': from })).status;
    expect([await status('198.51.100.1'), await status('198.51.100.2')]).toEqual([200, 429]);
  });

  it.each([
    ['127.0.0.1', 'https', true],
    ['127.0.0.1', 'http', false],
    ['127.0.0.1', 'https, http', false],
    ['192.0.2.1', 'https', false],
  ])('say HSTS as Fastify does: trusting %s, forwarded %s', async (trusted, proto, isSafe) => {
    const { url, plainUrl, byFastify } = await ways({ TRUST_PROXY: trusted });
    for (const known of [{}, { 'if-none-match': ETAG }] as Record<string, string>[]) {
      const headers = { 'x-forwarded-proto': proto, ...known };
      const reply = await ask(`${url}/prices/detailed`, headers);
      expect(reply).toEqual(await ask(`${plainUrl}/prices/detailed`, headers));
      expect('strict-transport-security' in reply.headers).toBe(isSafe);
    }
    expect(byFastify).not.toHaveBeenCalled();
  });
});

function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method, agent: false }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (part: string) => (body += part));
      response.on('end', () => {
        const { date: _, ...rest } = response.headers;
        // An error contains the id of its request, which differs.
        resolve({ status: response.statusCode, headers: rest, body: body.replace(/"requestId":"[^"]*"/, '"requestId":""') });
      });
    })
      .on('error', reject)
      .end();
  });
}
