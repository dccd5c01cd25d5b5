import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stateKey } from '@sarafa/contracts';
import { natsServer, type Server, until } from '@sarafa/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { BucketReader } from './bucket-reader.js';
import { Bus } from '../nats/bus.js';
import { StateCache } from './state-cache.js';
import { StatePublisher } from './state-publisher.js';

const things = stateKey('things/*.thing', z.object({ count: z.number() }));
const subjectOf = (id: string) => `$KV.things.${things.key(id)}`;
const idsFrom = (first: string, count: number) => Array.from({ length: count }, (_, index) => `${first}${index}`);

describe('the keys of a bucket', () => {
  let nats: Server;
  let bus: Bus;
  let publisher: StatePublisher;
  let reader: BucketReader;
  let listener: NatsConnection;
  /** The requests to NATS for keys, of this and of all other connections. */
  const requests: string[] = [];

  beforeAll(async () => {
    nats = await natsServer();
    bus = await Bus.connect(nats.url, 'spec');
    publisher = new StatePublisher(bus);
    reader = new BucketReader(bus, 'things');
    listener = await connect({ servers: nats.url });
    listener.subscribe('$JS.API.DIRECT.GET.>', { callback: (_, { subject }) => void requests.push(subject) });
    await listener.flush();
  });
  beforeEach(() => void requests.splice(0));
  afterAll(async () => {
    await Promise.all([listener.close(), bus.close()]);
    await nats.remove();
  });

  /** Some at a time: a slow machine doesn't get through all of them within the time that one may take. */
  const publish = async (ids: string[], count = (index: number) => index) => {
    for (let from = 0; from < ids.length; from += 200) {
      const some = ids.slice(from, from + 200);
      await Promise.all(some.map((id, index) => publisher.publish(things, id, 1, { count: count(from + index) })));
    }
  };
  const readAll = (ids: string[], from = reader) => Promise.all(ids.map((id) => from.read(subjectOf(id))));
  const texts = (ids: string[]) => ids.map((_, index) => JSON.stringify({ rev: 1, value: { count: index } }));
  const codeOf = (read: Promise<unknown>) => read.then(String, ({ code }: { code: string }) => code);

  it('are read with few requests, those that are there, those that were removed, and those that never were', async () => {
    const ids = idsFrom('many', 1_500);
    await publish(ids);
    await Promise.all([
      publisher.remove(things, 'many3'),
      (await bus.jetStream.buckets.open('things')).delete(things.key('many1499')),
    ]);
    // The listener has its own connection, so it may hear of earlier requests late.
    await listener.flush();
    requests.splice(0);
    const found = await readAll([...ids, 'never', ...ids]);
    const right = texts(ids).map((text, index) => ([3, 1_499].includes(index) ? '' : text));
    expect(found).toEqual([...right, null, ...right]);
    await listener.flush();
    // Two for the keys, and one that asks whether NATS takes such requests.
    expect(requests).toEqual(Array.from({ length: 3 }, () => '$JS.API.DIRECT.GET.KV_things'));
    expect(await readAll(idsFrom('nobody', 300))).toEqual(idsFrom('nobody', 300).map(() => null));
    expect(await readAll(['many0'])).toEqual([right[0]]);
  });

  it('have what was published before they were asked for, however many are read', async () => {
    const ids = idsFrom('many', 1_500);
    let isDone = false;
    const others = (async () => {
      while (!isDone) await readAll(ids);
    })();
    for (let rev = 1; rev <= 50; rev++) {
      await publisher.publish(things, 'mine', rev, { count: rev });
      expect(await reader.read(subjectOf('mine'))).toBe(JSON.stringify({ rev, value: { count: rev } }));
    }
    isDone = true;
    await others;
  });

  it('are all read where their values are more than one answer holds', async () => {
    const ids = idsFrom('large', 30);
    const text = 'x'.repeat(700_000);
    const large = stateKey('things/*.thing', z.object({ text: z.string() }));
    await Promise.all(ids.map((id) => publisher.publish(large, id, 1, { text })));
    const stored = JSON.stringify({ rev: 1, value: { text } });
    expect((await readAll([...ids, 'never'])).map((found) => found === stored || found)).toEqual([
      ...ids.map(() => true),
      null,
    ]);
  });

  it('are each on its own where one of them can’t be read by this release', async () => {
    const cache = new StateCache(bus);
    await publish(['good', 'better']);
    await publisher.publish(things, 'newer', 1, { counted: 'one' } as never);
    const loads = ['good', 'newer', 'never', 'better'].map((id) => cache.load(things, id));
    expect(await Promise.all(loads.slice(0, 1))).toEqual([{ count: 0 }]);
    expect(await codeOf(loads[1]!)).toBe('UNAVAILABLE');
    expect(await Promise.all(loads.slice(2))).toEqual([null, { count: 1 }]);
    cache.onApplicationShutdown();
  });

  it('are each unavailable soon where NATS stands still or is gone, and read again after that', async () => {
    const ids = idsFrom('many', 1_500);
    const gone = ids.map(() => 'UNAVAILABLE');
    process.kill(nats.pid, 'SIGSTOP');
    const begun = performance.now();
    // Twice as many as are under way at once: the others wait in vain.
    const all = [...ids, ...idsFrom('other', 1_500)];
    try {
      expect(await Promise.all(all.map((id) => codeOf(reader.read(subjectOf(id)))))).toEqual([...gone, ...gone]);
    } finally {
      process.kill(nats.pid, 'SIGCONT');
    }
    expect(performance.now() - begun).toBeLessThan(5_000);
    await until(async () => (await codeOf(reader.read(subjectOf('many0')))) !== 'UNAVAILABLE');

    const cut = ids.map((id) => codeOf(reader.read(subjectOf(id))));
    await nats.stop('SIGKILL');
    await until(() => !bus.isConnected);
    expect(new Set(await Promise.all(cut))).toEqual(new Set(['UNAVAILABLE']));
    expect(await codeOf(reader.read(subjectOf('many0')))).toBe('UNAVAILABLE');
    await nats.start();
    await until(async () => (await codeOf(reader.read(subjectOf('many0')))) !== 'UNAVAILABLE');
    expect(await readAll(ids.slice(10))).toEqual(texts(ids).slice(10, -1).concat(''));
  });

  it('are unavailable while their bucket isn’t there', async () => {
    const nowhere = new BucketReader(bus, 'nowhere');
    expect(await Promise.all(['1', '2'].map((id) => codeOf(nowhere.read(subjectOf(id)))))).toEqual([
      'UNAVAILABLE',
      'UNAVAILABLE',
    ]);
  });

  it('are read one by one where NATS doesn’t permit more, before and after it does', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'reader-'));
    const config = join(dir, 'nats.conf');
    const permit = (permissions: string) =>
      writeFile(
        config,
        `authorization { users: [{ user: owner, password: owner }, { user: reader, password: reader, ${permissions} }] }`,
      );
    const ofRelease = (before: string) => `permissions: { publish: { deny: [${before}] } }`;
    const [earlier, later] = [ofRelease('"$JS.API.DIRECT.GET.KV_things"'), ofRelease('"elsewhere"')];
    await permit(earlier);
    const server = await natsServer({ config, env: {}, log: join(dir, 'log') });
    const as = (user: string, part: string) => Bus.connect(server.url.replace('//', `//${user}:${user}@`), part);
    const [owner, own] = await Promise.all([as('owner', 'auth'), as('reader', 'gateway')]);
    const heard: string[] = [];
    owner.connection.subscribe('$JS.API.DIRECT.GET.>', { callback: (_, { subject }) => void heard.push(subject) });
    const ids = idsFrom('one', 10);
    await Promise.all(ids.map((id, count) => new StatePublisher(owner).publish(things, id, 1, { count })));
    const restricted = new BucketReader(own, 'things');
    const isOne = (subject: string) => subject.includes('$KV.');
    const requestsOf = async () => {
      await owner.connection.flush();
      heard.splice(0);
      expect(await readAll([...ids, 'never'], restricted)).toEqual([...texts(ids), null]);
      await owner.connection.flush();
      return { one: heard.filter(isOne).length, many: heard.filter((subject) => !isOne(subject)).length };
    };
    expect(await requestsOf()).toEqual({ one: 11, many: 0 });
    const restart = async (permissions: string) => {
      const { reconnections } = own;
      await server.stop();
      await permit(permissions);
      await server.start();
      await until(() => own.reconnections > reconnections && owner.isConnected);
      await until(async () => (await codeOf(restricted.read(subjectOf('one0')))) !== 'UNAVAILABLE');
    };
    await restart(later);
    expect(await requestsOf()).toEqual({ one: 0, many: 2 });
    await restart(earlier);
    expect(await requestsOf()).toEqual({ one: 11, many: 0 });
    await Promise.all([owner.close(), own.close()]);
    await server.remove();
    await rm(dir, { recursive: true });
  });
});
