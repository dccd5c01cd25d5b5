import 'reflect-metadata';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { type RateCardQuery, texts } from '@sarafa/contracts';
import { Metrics } from '@sarafa/server';
import { until } from '@sarafa/testing';
import Fastify from 'fastify';
import { ClientAddresses } from '../edge/client-addresses.js';
import { FilePlaces } from '../edge/fair-places.js';
import { PublicLimit } from '../edge/public-limit.js';
import { GatewayConfig } from '../gateway.config.js';
import { sendError } from '../http-errors.js';
import { MediaProxy } from '../site/media-proxy.js';
import type { RateCards } from './rate-cards.js';
import { RateCardsController } from './rate-cards.controller.js';

const OF_ONE_ADDRESS = 500;

let close: () => Promise<void>;
afterEach(() => close());

it('sends so many cards to one address at one time, as it does other files', async () => {
  const sent: ServerResponse[] = [];
  const media = createServer((_, response) => {
    sent.push(response);
    response.writeHead(200, { 'content-length': '2' }).write('x');
  });
  await once(media.listen(0, '127.0.0.1'), 'listening');
  const config = GatewayConfig.parse({
    NATS_URL: 'nats://x',
    MEDIA_URL: `http://127.0.0.1:${(media.address() as AddressInfo).port}`,
  });
  const cards = {
    of: async () => ({ path: `/media/rate-cards/${'a'.repeat(24)}/${'b'.repeat(24)}.png`, state: 'now' }),
  } as unknown as RateCards;
  const proxy = new MediaProxy(config, new FilePlaces(new ClientAddresses(config, new Metrics())));
  const controller = new RateCardsController(cards, new PublicLimit(config), proxy);
  const nest = Fastify({ trustProxy: true });
  nest.setErrorHandler((error, _, reply) => sendError(reply, error));
  nest.get('/card', (request, reply) => controller.card('', {} as RateCardQuery, request, reply));
  const url = await nest.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    nest.server.closeAllConnections();
    await nest.close();
    media.close().closeAllConnections();
  };
  const read = () => fetch(`${url}/card`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
  const open = await Promise.all(Array.from({ length: OF_ONE_ADDRESS }, read));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await read();
  const headers = ['retry-after', 'access-control-allow-origin'].map((name) => refused.headers.get(name));
  expect([refused.status, ...headers]).toEqual([503, '30', '*']);
  expect(await refused.json()).toMatchObject({ message: texts.errors.partDown });
  sent[0]!.end('y');
  await until(async () => {
    const answer = await read();
    await answer.body!.cancel();
    return answer.status === 200;
  });
  await Promise.all(open.map((answer) => answer.body!.cancel()));
});
