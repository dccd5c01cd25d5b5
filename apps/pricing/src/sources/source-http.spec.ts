import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MetalpriceapiSource } from './metalpriceapi/metalpriceapi.source.js';
import { MetalsDevSource } from './metals-dev/metals-dev.source.js';

describe('a provider that repeats the key in its refusal', () => {
  const text = 'The key SECRET-1 is not known';
  const server = createServer((request, response) => {
    const metalsDev = { status: 'failure', error_code: 1101, error_message: text };
    const metalpriceapi = { success: false, error: { statusCode: 101, message: text } };
    response.end(JSON.stringify(request.url!.includes('currencies') ? metalpriceapi : metalsDev));
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => void server.close());

  it.each([MetalsDevSource, MetalpriceapiSource])('is told of without it', async (Source) => {
    const source = new Source(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'SECRET-1', 1_000);
    await expect(source.ask()).rejects.toThrow('The key [key] is not known');
  });
});
