import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { OpenRequests } from './open-requests.js';

/** Nothing is expected to happen in this time, so there is no condition to wait for. */
const SEVERAL_LOOKS_MS = 200;

let fastify: FastifyInstance;
let open: OpenRequests;
let url: string;
let begun: number;
let answer: () => void;

beforeEach(async () => {
  fastify = Fastify({ forceCloseConnections: true });
  open = new OpenRequests(fastify);
  begun = 0;
  const held = new Promise<void>((resolve) => (answer = resolve));
  fastify.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: async () => {
      begun++;
      await held;
      return 'done';
    },
  });
  url = await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => fastify.close());

/** Sends a request, and resolves when it has arrived. */
async function send(method: string, signal: AbortSignal | null = null): Promise<{ answer: Promise<string> }> {
  const before = begun;
  const result = fetch(url, { method, signal }).then(
    (response) => response.text(),
    () => 'cut',
  );
  while (begun === before) await new Promise(setImmediate);
  return { answer: result };
}

it('who changes something has an answer before the server closes', async () => {
  const change = await send('POST');
  let isClosed = false;
  const closed = open.answered().then(() => {
    isClosed = true;
    return fastify.close();
  });
  await sleep(SEVERAL_LOOKS_MS);
  expect(isClosed).toBe(false);
  answer();
  expect(await change.answer).toBe('done');
  await closed;
});

it('who only reads, or has left, is not waited for', async () => {
  const left = new AbortController();
  const [read, gone] = [await send('GET'), await send('POST', left.signal)];
  left.abort();
  expect(await gone.answer).toBe('cut');
  await open.answered();
  await fastify.close();
  expect(await read.answer).toBe('cut');
});
