import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStream } from './event-stream.js';
import { LastingStream } from './lasting-stream.js';
import { until } from './wait.js';

let server: Server;
let url: string;
let lines: ServerResponse[] = [];
let status = 200;

beforeAll(async () => {
  server = createServer((_, response) => {
    lines.push(response);
    response.writeHead(status, { 'content-type': 'text/event-stream' }).flushHeaders();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  lines = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a stream', () => {
  it('reads events in whatever pieces they come, passes comments over, and remembers all', async () => {
    const stream = await EventStream.open(url);
    lines[0]!.write(': hello\n\nevent: prices\nid: 7\ndata: {"a":1}\n\nevent: pro');
    expect(await stream.next('prices')).toMatchObject({ event: 'prices', id: '7', data: { a: 1 } });
    const before = stream.events.length;
    lines[0]!.write('file\ndata: {"b":2}\n\n:\n\nevent: prices\ndata: 3\n\n');
    expect(await stream.next('prices')).toMatchObject({ data: 3 });
    expect(stream.since(before).map(({ event }) => event)).toEqual(['profile', 'prices']);
    expect(stream.since(before, 'prices')).toHaveLength(1);
    stream.close();
  });

  it('says what did not come, and that the stream has ended', async () => {
    const stream = await EventStream.open(url);
    await expect(stream.next('prices', 30)).rejects.toThrow('No prices within 30 ms');
    lines[0]!.end();
    await expect(stream.next('prices')).rejects.toThrow('the stream has ended');
    await until(() => !stream.isOpen);
  });
});

it('a lasting stream is opened again when it ends, is refused or falls silent, later after each failure', async () => {
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
