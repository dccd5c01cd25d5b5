import { afterAll, expect, it } from '@jest/globals';
import { type Server, minio, mongod, natsServer } from './backing.js';
import { listens } from './ports.js';

const started: Server[] = [];
afterAll(() => Promise.all(started.map((server) => server.remove())));

it.each([
  ['NATS', natsServer],
  ['MongoDB', mongod],
  ['MinIO', minio],
])('%s starts, dies, starts again on its port, and goes', async (_, start) => {
  const server: Server = await start();
  started.push(server);
  const { pid, port } = server;
  await server.stop('SIGKILL');
  expect(await listens(port)).toBe(false);
  await server.start();
  expect(server.pid).not.toBe(pid);
  expect(await listens(port)).toBe(true);
  await server.remove();
  expect(await listens(port)).toBe(false);
});
