import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { AppError, texts } from '@sarafa/contracts';
import { Metrics } from '@sarafa/server';
import Fastify from 'fastify';
import { ClientAddresses } from '../edge/client-addresses.js';
import { FairPlaces } from '../edge/fair-places.js';
import { GatewayConfig } from '../gateway.config.js';
import { serveMedia } from './media-proxy.js';

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
  serveMedia(site, `http://127.0.0.1:${(media.address() as AddressInfo).port}`, new TwoPlaces());
  const address = await site.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    await site.close();
    media.closeAllConnections();
    media.close();
  };
  return (path: string, from = '203.0.113.1') => fetch(address + path, { headers: { 'x-forwarded-for': from } });
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
