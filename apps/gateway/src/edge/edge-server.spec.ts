import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import Fastify from 'fastify';
import { answerClientErrors } from './client-errors.js';
import { edgeServer } from './edge-server.js';
import { FastPath } from './fast-path.js';
import { peers } from './peers.js';

const ASKED = 'GET /x HTTP/1.1\r\nhost: x\r\n\r\n';
/** Longer than a busy machine keeps this process from running, in which time its client reads nothing. */
const UNREAD_MS = 1_000;
/** More than the systems of both ends take while nobody reads. */
const LARGE = Buffer.alloc(32 * 1_048_576);

// Side by side, because they wait.
describe('an answer', () => {
  const closes: (() => void)[] = [];

  afterAll(() => closes.forEach((close) => close()));

  /** A client that has sent something, and reads nothing of what `answer` sends. */
  async function clientOf(answer: RequestListener, sent = ASKED): Promise<Socket> {
    const server = edgeServer({
      fastPath: new FastPath(Fastify(), peers(undefined), () => 'a-request'),
      site: Fastify(),
      keepAliveMs: 620_000,
      headMs: 10_000,
      unreadMs: UNREAD_MS,
      watch: () => undefined,
    })(answer);
    server.on(
      'clientError',
      answerClientErrors(() => 'a-request'),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    client.pause().write(sent);
    closes.push(() => {
      client.destroy();
      server.close().closeAllConnections();
    });
    return client;
  }

  it.concurrent('that isn’t read ends with its connection', async () => {
    let isClosed = false;
    await clientOf((_, response) => response.end(LARGE).once('close', () => (isClosed = true)));
    await until(() => isClosed);
  });

  it.concurrent('that is read slowly comes to its end', async () => {
    const client = await clientOf((_, response) => response.end(LARGE));
    const end = performance.now() + 3 * UNREAD_MS;
    let bytes = 0;
    while (performance.now() < end) {
      bytes += (client.read() as Buffer | null)?.length ?? 0;
      await sleep(10);
    }
    client.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
    await until(() => bytes > LARGE.length);
  });

  it.concurrent('that goes on later than it was read isn’t ended', async () => {
    const client = await clientOf((_, response) => {
      response.write(LARGE, () => setTimeout(() => response.end('done'), 3 * UNREAD_MS));
    });
    // So that it is seen unread before.
    await sleep(UNREAD_MS / 2);
    let end = '';
    client
      .setEncoding('latin1')
      .on('data', (text: string) => (end = (end + text).slice(-20)))
      .resume();
    await until(() => end.includes('done'));
  });

  it.concurrent('that takes its time isn’t ended', async () => {
    const client = await clientOf((_, response) => setTimeout(() => response.end('done'), 3 * UNREAD_MS));
    let heard = '';
    client
      .setEncoding('latin1')
      .on('data', (text: string) => (heard += text))
      .resume();
    await until(() => heard.endsWith('done'));
  });

  /** All that comes until the connection is closed. */
  async function heard(client: Socket): Promise<string> {
    let text = '';
    client.setEncoding('latin1').on('data', (more: string) => (text += more));
    await once(client.resume(), 'close');
    return text;
  }

  // As a proxy does, on a connection that it keeps.
  it.concurrent('to an earlier request doesn’t keep the refusal of a later one back', async () => {
    const client = await clientOf((_, response) => response.end('done'));
    await once(client, 'readable');
    client.write(`GET /x HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await heard(client)).toMatch(
      /^HTTP\/1.1 200 [^]*Keep-Alive: timeout=620\r\n[^]*doneHTTP\/1.1 431 [^]*"code":"HEADERS_TOO_LARGE"/,
    );
  });

  it.concurrent('that has begun is ended without a refusal in its middle', async () => {
    const form = 'POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
    const client = await clientOf((_, response) => response.write('begun'), form);
    await once(client, 'readable');
    client.write('no chunk\r\n');
    expect(await heard(client)).toMatch(/begun\r\n$/);
  });
});
