import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventStream } from './event-stream.js';
import { until } from './wait.js';

let server: Server;
let line: ServerResponse;
let url: string;

beforeAll(async () => {
  server = createServer((_, response) => {
    line = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('reads events in whatever pieces they come, passes comments over, and remembers all', async () => {
  const stream = await EventStream.open(url);
  line.write(': hello\n\nevent: prices\nid: 7\ndata: {"a":1}\n\nevent: pro');
  expect(await stream.next('prices')).toMatchObject({ event: 'prices', id: '7', data: { a: 1 } });
  const before = stream.events.length;
  line.write('file\ndata: {"b":2}\n\n:\n\nevent: prices\ndata: 3\n\n');
  expect(await stream.next('prices')).toMatchObject({ data: 3 });
  expect(stream.since(before).map(({ event }) => event)).toEqual(['profile', 'prices']);
  expect(stream.since(before, 'prices')).toHaveLength(1);
  stream.close();
});

it('says what did not come, and that the stream has ended', async () => {
  const stream = await EventStream.open(url);
  await expect(stream.next('prices', 30)).rejects.toThrow('No prices within 30 ms');
  line.end();
  await expect(stream.next('prices')).rejects.toThrow('the stream has ended');
  await until(() => !stream.isOpen);
});
