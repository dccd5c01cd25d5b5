import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { serveMedia } from './media-proxy.js';

it('asks media once for a file that isn’t there, and for each that is', async () => {
  const asked: string[] = [];
  const media = createServer(({ url }, response) => {
    asked.push(url!);
    response.writeHead(url!.includes('there') ? 200 : 404).end('x');
  });
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  const site = Fastify();
  serveMedia(site, `http://127.0.0.1:${(media.address() as AddressInfo).port}`);
  const address = await site.listen({ port: 0, host: '127.0.0.1' });
  const read = async (path: string) => (await fetch(address + path)).status;
  const paths = ['/media/a.webp', '/media/a.webp?t=1', '/media/b.webp', '/media/there.webp', '/media/there.webp'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push(await read(path));
  expect(statuses).toEqual([404, 404, 404, 200, 200]);
  expect(asked).toEqual(['/media/a.webp', '/media/b.webp', '/media/there.webp', '/media/there.webp']);
  await site.close();
  media.close();
});
