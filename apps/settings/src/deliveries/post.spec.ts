import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { post } from './post.js';

const receiver = createServer(({ url }, response) => void response.writeHead(Number(url!.slice(1))).end());
beforeAll(() => once(receiver.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void receiver.close());

it.each([
  [201, 'sent'],
  [302, 'refused'],
  [400, 'refused'],
  // Of a signature, which may be that of a clock that is wrong for a while.
  [401, 'retry'],
  [403, 'retry'],
  [410, 'refused'],
  [429, 'retry'],
  [503, 'retry'],
])('a message that is answered %d is %s', async (status, result) => {
  const { port } = receiver.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/${status}`, {}, '')).toEqual({ result, status });
});
