import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rpc, stateKey } from '@sarafa/contracts';
import { natsServer, type Server, until } from '@sarafa/testing';
import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import { type Running, service } from '../app.js';
import { BaseConfig } from '../config.js';
import { Handles, RpcClient } from '../rpc/messaging.js';
import { StateCache } from '../state/state-cache.js';
import { StatePublisher } from '../state/state-publisher.js';
import { Bus } from './bus.js';

const Count = z.object({ count: z.number() });
const counts = stateKey('things/*.count', Count);
const echo = rpc('spec.things.echo', Count, Count);

@Controller()
class ThingsController {
  @Handles(echo)
  async echo(input: z.infer<typeof Count>) {
    return input;
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

let dir: string;
let nats: Server;
let owner: Bus;
let reader: Bus;
let things: Running;
let cache: StateCache;

/** What the reader may subscribe to from now on, and by which password it is known. */
async function permit(subscribe: string[], password = 'reader'): Promise<void> {
  const permissions = `{ subscribe: { allow: ${JSON.stringify(subscribe)} } }`;
  const users = [`{ user: owner, password: owner }`, `{ user: reader, password: ${password}, permissions: ${permissions} }`];
  await writeFile(join(dir, 'nats.conf'), `authorization { users: [${users.join(', ')}] }`);
  if (nats) process.kill(nats.pid, 'SIGHUP');
}

const ALL = ['_INBOX.>', '$KV.>', 'spec.>'];
const urlOf = (user: string) => nats.url.replace('//', `//${user}:${user}@`);
const publish = (id: string, count: number) => new StatePublisher(owner).publish(counts, id, count, { count });
const answers = () =>
  new RpcClient(owner).call(echo, { count: 1 }, { role: 'public' }).then(
    () => true,
    () => false,
  );
const current = (id: string) =>
  cache.loadCurrent(counts, id).then(
    (value) => value?.count,
    ({ code }: { code: string }) => code,
  );

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'refused-'));
  await permit(ALL);
  nats = await natsServer({ config: join(dir, 'nats.conf'), log: join(dir, 'log') });
  owner = await Bus.connect(urlOf('owner'), 'auth');
  reader = await Bus.connect(urlOf('reader'), 'reader');
  cache = new StateCache(reader);
  const app = service({ name: 'spec', config: BaseConfig, module: () => ({ module: ThingsModule }) });
  things = await app.start(BaseConfig.parse({ NATS_URL: urlOf('reader'), CALLER_TOKENS: 'optional' }));
});
afterAll(async () => {
  await things.close();
  cache.onApplicationShutdown();
  await Promise.all([owner.close(), reader.close()]);
  await nats.remove();
  await rm(dir, { recursive: true });
});

it('hears state and calls again once NATS permits them again, and is sure of nothing before', async () => {
  await publish('permitted', 1);
  expect(await current('permitted')).toBe(1);
  expect(await answers()).toBe(true);
  await permit(['_INBOX.>']);
  await until(async () => !(await answers()));
  await until(async () => (await current('permitted')) === 'UNAVAILABLE');
  await expect(reader.answers()).rejects.toThrow(/may not subscribe to \$KV\.things\.>/);
  await publish('permitted', 2);
  await permit(ALL);
  await until(async () => cache.peek(counts, 'permitted')?.count === 2 && (await answers()));
  expect(await current('permitted')).toBe(2);
  await reader.answers();
  await publish('permitted', 3);
  await until(() => cache.peek(counts, 'permitted')?.count === 3);
});

it('goes on from what it knows while NATS refuses its user, and is connected again afterwards', async () => {
  await publish('known', 1);
  expect(await current('known')).toBe(1);
  const { reconnections } = reader;
  await permit(ALL, 'another');
  await until(() => !reader.isConnected);
  // The driver by itself would give up at the second refusal of each of the two connections of this user.
  await until(async () => (await readFile(join(dir, 'log'), 'utf8')).split('authentication error').length > 5);
  expect(cache.peek(counts, 'known')).toEqual({ count: 1 });
  expect(await current('known')).toBe('UNAVAILABLE');
  await permit(ALL);
  await until(async () => (await current('known')) === 1 && (await answers()));
  // All state is read again after each.
  expect(reader.reconnections).toBe(reconnections + 1);
});
