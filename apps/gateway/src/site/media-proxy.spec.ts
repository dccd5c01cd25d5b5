import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { AppError, texts } from '@sarafa/contracts';
import { Metrics } from '@sarafa/server';
import { until } from '@sarafa/testing';
import Fastify from 'fastify';
import { ClientAddresses } from '../edge/client-addresses.js';
import { edgeServer } from '../edge/edge-server.js';
import { FairPlaces } from '../edge/fair-places.js';
import { FastPath } from '../edge/fast-path.js';
import { peers } from '../edge/peers.js';
import { GatewayConfig } from '../gateway.config.js';
import { MediaProxy, serveMedia } from './media-proxy.js';

class TwoPlaces extends FairPlaces {
  constructor() {
    super(2, 2, new ClientAddresses(GatewayConfig.parse({}), new Metrics()));
  }

  refusal(): AppError {
    return new AppError('UNAVAILABLE', texts.errors.partDown, undefined, 30);
  }
}

let close: () => Promise<void>;
afterEach(() => close());

async function proxyTo(answer: RequestListener) {
  const media = createServer(answer).listen(0, '127.0.0.1');
  await once(media, 'listening');
  const site = Fastify({ trustProxy: true });
  const MEDIA_URL = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  serveMedia(site, new MediaProxy({ MEDIA_URL } as GatewayConfig, new TwoPlaces()));
  await site.ready();
  const fastPath = new FastPath(Fastify(), peers(undefined), () => 'a-request');
  const edge = edgeServer({ fastPath, site, keepAliveMs: 1_000, headMs: 10_000, watch: () => undefined })(() => undefined);
  await once(edge.listen(0, '127.0.0.1'), 'listening');
  const { port } = edge.address() as AddressInfo;
  close = async () => {
    for (const server of [edge, media]) server.close().closeAllConnections();
    await site.close();
  };
  const read = (path: string, from = '203.0.113.1') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } });
  return Object.assign(read, { port });
}

it('asks media once for a file that isn’t there, and for each that is', async () => {
  const asked: string[] = [];
  const read = await proxyTo(({ url }, response) => {
    asked.push(url!);
    response.writeHead(url!.includes('there') ? 200 : 404).end('x');
  });
  const paths = ['/media/a.webp', '/media/a.webp?t=1', '/media/b.webp', '/media/there.webp', '/media/there.webp'];
  const statuses: number[] = [];
  for (const path of paths) {
    const answer = await read(path);
    await answer.text();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([404, 404, 404, 200, 200]);
  expect(asked).toEqual(['/media/a.webp', '/media/b.webp', '/media/there.webp', '/media/there.webp']);
});

it('shares the reads that are open by network', async () => {
  const read = await proxyTo((_, response) => void response.writeHead(200, { 'content-length': '2' }).write('x'));
  const [first, second] = [await read('/media/1.mp4', '203.0.113.1'), await read('/media/2.mp4', '203.0.113.2')];
  const broken = second.text();
  const other = await read('/media/3.mp4', '198.51.100.1');
  await expect(broken).rejects.toThrow();
  const refused = await read('/media/4.mp4', '203.0.113.3');
  const headers = ['retry-after', 'access-control-allow-origin'].map((name) => refused.headers.get(name));
  expect([first.status, other.status, refused.status, ...headers]).toEqual([200, 200, 503, '30', '*']);
  await other.body!.cancel();
  await first.body!.cancel();
});

it('ends the reads that wait behind an unread one when their client leaves', async () => {
  const sent: ServerResponse[] = [];
  const read = await proxyTo((_, response) => {
    sent.push(response);
    response.writeHead(200, { 'content-length': '2' }).write('x');
  });
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n\r\n`;
  const client = connect(read.port, '127.0.0.1').on('error', () => undefined);
  client.write(ask('/media/1.mp4') + ask('/media/2.mp4'));
  await until(() => sent.length === 2);
  client.destroy();
  await until(() => sent.every(({ destroyed }) => destroyed));
  const others = [await read('/media/3.mp4'), await read('/media/4.mp4')];
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  for (const other of others) await other.body!.cancel();
});
