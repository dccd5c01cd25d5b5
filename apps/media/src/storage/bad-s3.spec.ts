import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Health } from '@sarafa/server';
import { until } from '@sarafa/testing';
import { MediaConfig } from '../media.config.js';
import { Bucket } from './bucket.js';
import { Objects } from './objects.js';

const REGION = '<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/">ap-south-1</LocationConstraint>';
const NOTHING = '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>sarafa</Name></ListBucketResult>';

/** A server in place of S3, because no S3 can be told to be slow, to refuse or to stop half-way. */
describe('an S3 that', () => {
  let server: Server;
  let connections: number;
  let answerFile: (response: ServerResponse) => void;
  let health: Health;
  let bucket: Bucket;
  let objects: Objects;

  beforeEach(async () => {
    connections = 0;
    server = createServer({ keepAliveTimeout: 60_000 }, ({ url = '' }, response) => {
      if (url.includes('location')) response.end(REGION);
      else if (url.includes('/files/') || !url.includes('?')) answerFile(response);
      else response.end(NOTHING);
    });
    server.on('connection', (socket) => {
      connections++;
      socket.once('close', () => connections--);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const keys = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    health = new Health();
    bucket = new Bucket(MediaConfig.parse({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'sarafa', ...keys }), health);
    bucket.judgeBy({ areAny: () => Promise.resolve(false), areStored: () => Promise.resolve(false) });
    objects = new Objects(bucket);
    answerFile = (response) => void response.end();
    await bucket.check();
    health.open();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    server.closeAllConnections();
    server.close();
  });

  it('refuses requests is left no open connections', async () => {
    // The library says there that it asks once more.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    answerFile = (response) => void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    for (let count = 0; count < 3; count++)
      await expect(objects.read('files/a', 0, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(connections).toBe(1);
  });

  it('falls silent within a file is read no further, unless the reader has paused', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    answerFile = (response) => void response.writeHead(206, { 'content-length': 2_000 }).write('x'.repeat(1_000));
    const [reading, paused] = [(await objects.read('files/a', 0, 2_000))!, (await objects.read('files/a', 0, 2_000))!];
    const failed = once(reading.resume(), 'error');
    await once(reading, 'data');
    paused.pause();
    jest.advanceTimersByTime(14_000);
    expect([reading.destroyed, paused.destroyed]).toEqual([false, false]);
    jest.advanceTimersByTime(2_000);
    expect(await failed).toMatchObject([{ code: 'UNAVAILABLE' }]);
    expect(paused.destroyed).toBe(false);
    paused.destroy();
  });

  it('is only slow leaves media ready, and one that refuses does not', async () => {
    const isReady = async () => (await health.readiness()).ready;
    let hasAnswered = () => undefined as void;
    answerFile = (response) => void (hasAnswered = () => void response.end());
    expect(await isReady()).toBe(true);
    hasAnswered();
    answerFile = (response) => void response.writeHead(403).end();
    await until(async () => !(await isReady()));
    answerFile = (response) => void response.end();
    await until(isReady);
  });
});
