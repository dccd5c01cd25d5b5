import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LastingStream } from './lasting-stream.js';
import { until } from './wait.js';

let server: Server;
let url: string;
const lines: ServerResponse[] = [];
let status = 200;

beforeAll(async () => {
  server = createServer((_, response) => {
    lines.push(response);
    response.writeHead(status, { 'content-type': 'text/event-stream' }).flushHeaders();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('is opened again when it ends, is refused or falls silent, later after each failure', async () => {
  const heard: string[] = [];
  const delays: number[] = [];
  const stream = new LastingStream(url, {
    delayMs: (failures) => (delays.push(failures), 10),
    ...{ firstEventMs: 300, silenceMs: 300, onEvent: (event, data) => heard.push(`${event} ${data}`) },
  });
  const connected = (count: number) => until(() => lines.length === count);
  await connected(1);
  lines[0]!.write('event: prices\ndata: {"a":1}\n\n');
  await until(() => stream.isOpen);
  status = 503;
  lines[0]!.end();
  await connected(2);
  expect(stream.isOpen).toBe(false);
  status = 200;
  await connected(3);
  // Nothing comes on this one.
  await connected(4);
  expect(delays).toEqual([0, 1, 2]);
  lines[3]!.write(': heartbeat\n\n');
  await until(() => stream.isOpen);
  // Nor anything more on this one.
  await connected(5);
  expect(delays).toEqual([0, 1, 2, 0]);
  expect(heard).toEqual(['prices {"a":1}']);
  stream.close();
});
