import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stateKey } from '@sarafa/contracts';
import { natsServer, type Server, until } from '@sarafa/testing';
import { z } from 'zod';
import { Bus } from '../nats/bus.js';
import { encodeState } from './state.js';
import { StateCache } from './state-cache.js';
import { StatePublisher } from './state-publisher.js';

const things = stateKey('things/*.count', z.object({ count: z.number() }));

describe('state', () => {
  let nats: Server;
  let bus: Bus;
  let publisher: StatePublisher;
  let cache: StateCache;

  beforeAll(async () => {
    nats = await natsServer();
    bus = await Bus.connect(nats.url, 'spec');
    publisher = new StatePublisher(bus);
    cache = new StateCache(bus);
  });

  afterAll(async () => {
    cache.onApplicationShutdown();
    await bus.close();
    await nats.remove();
  });

  const counted = (id: string) => cache.peek(things, id)?.count;

  it('is heard by whoever has asked for it once', async () => {
    await publisher.publish(things, 'heard', 1, { count: 1 });
    expect(await cache.load(things, 'heard')).toEqual({ count: 1 });
    const told: string[] = [];
    cache.onChange((changed, id) => changed === things && told.push(id));
    await publisher.publish(things, 'heard', 2, { count: 2 });
    await publisher.publish(things, 'not asked for', 1, { count: 1 }).catch(() => undefined);
    await until(() => counted('heard') === 2);
    expect(told).toEqual(['heard']);
  });

  it('is null while its owner has published nothing, and after a tombstone', async () => {
    expect(await cache.load(things, 'nothing')).toBeNull();
    await publisher.publish(things, 'deleted', 1, { count: 1 });
    await cache.load(things, 'deleted');
    await publisher.publish(things, 'deleted', 2, null);
    await until(() => cache.peek(things, 'deleted') === null);
  });

  it('is null where an operator has deleted its key, and is published there again', async () => {
    await publisher.publish(things, 'removed', 5, { count: 5 });
    await (await bus.jetStream.buckets.open('things')).delete(things.key('removed'));
    expect(await cache.load(things, 'removed')).toBeNull();
    await publisher.publish(things, 'removed', 5, { count: 5 });
    await until(() => counted('removed') === 5);
  });

  it('is no answer of JetStream that somebody had sent there, and its owner’s value takes the place of one', async () => {
    await bus.connection.request('$KV.things.others.count', encodeState(99, { count: 99 }));
    await publisher.publish(things, 'own', 1, { count: 1 });
    await cache.load(things, 'own');
    const { streams } = await bus.jetStream.manager();
    const last = async () => (await streams.info('KV_things')).state.last_seq;
    const answers = async (subject: string) => {
      const before = await last();
      bus.connection.publish(`$JS.API.DIRECT.GET.KV_things.${subject}`, '', { reply: '$KV.things.own.count' });
      await until(async () => (await last()) > before);
    };
    await answers('$KV.things.others.count');
    expect(counted('own')).toBe(1);
    await expect(new StateCache(bus).load(things, 'own')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await publisher.publish(things, 'own', 1, { count: 1 })).isWritten).toBe(true);
    expect(await new StateCache(bus).load(things, 'own')).toEqual({ count: 1 });
    // An answer without data is no removal.
    await answers('$KV.things.nothing.count');
    expect(counted('own')).toBe(1);
  });

  // The first is a right of the release before, the second one of this release.
  it.each(['$JS.API.STREAM.MSG.GET.>', '$JS.API.DIRECT.GET.>'])(
    'is published and read where NATS forbids %s',
    async (right) => {
      const dir = await mkdtemp(join(tmpdir(), 'rights-'));
      const config = join(dir, 'nats.conf');
      // Of one that was made for a change of the password.
      const limited = `{ user: pricing2, password: own, permissions: { publish: { deny: ["${right}"] } } }`;
      await writeFile(config, `authorization { users: [{ user: auth, password: own }, ${limited}] }`);
      const server = await natsServer({ config, env: {}, log: join(dir, 'log') });
      const as = (user: string, part = user) => Bus.connect(server.url.replace('//', `//${user}:own@`), part);
      const [auth, pricing] = await Promise.all([as('auth'), as('pricing2', 'pricing')]);
      await auth.jetStream.ownBucket('market', { history: 1 });
      const prices = stateKey('market/*.count', z.object({ count: z.number() }));
      const owner = new StatePublisher(pricing);
      for (const [rev, isWritten] of [[2, true] as const, [1, false] as const]) {
        expect((await owner.publish(prices, 'own', rev, { count: rev })).isWritten).toBe(isWritten);
      }
      expect(await new StateCache(pricing).load(prices, 'own')).toEqual({ count: 2 });
      await Promise.all([auth.close(), pricing.close()]);
      await server.remove();
      await rm(dir, { recursive: true });
    },
  );

  it('that isn’t known yet is kept for whoever waits for it', async () => {
    const late = stateKey('things/*.late', z.object({ count: z.number() }));
    let isComplete = false;
    cache.nullOnlyIf(late, () => Promise.resolve(isComplete));
    await expect(cache.load(late, 'some')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const unpin = await Promise.all(['some', 'none'].map((id) => cache.pinLate(late, id)));
    expect(cache.peek(late, 'some')).toBeUndefined();
    await publisher.publish(late, 'some', 1, { count: 1 });
    await until(() => cache.peek(late, 'some')?.count === 1);
    await expect(cache.load(late, 'none')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    isComplete = true;
    expect(await cache.load(late, 'none')).toBeNull();
    unpin.forEach((unpinOne) => unpinOne());
  });

  it('of another release, which nobody here can read, is a part that is down and no crash; what is known stays', async () => {
    const newer = stateKey('things/*.count', z.object({ counted: z.string() })) as unknown as typeof things;
    await publisher.publish(newer, 'newer', 1, { counted: 'one' } as never);
    await expect(cache.load(things, 'newer')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await publisher.publish(things, 'older', 1, { count: 1 });
    await cache.load(things, 'older');
    await publisher.publish(newer, 'older', 2, { counted: 'two' } as never);
    await publisher.publish(things, 'older', 3, { count: 3 });
    await until(() => counted('older') === 3);
  });

  it('is heard to be removed, at once and after an absence', async () => {
    await publisher.publish(things, 'purged', 5, { count: 5 });
    await cache.load(things, 'purged');
    await publisher.remove(things, 'purged');
    await until(() => cache.peek(things, 'purged') === null);
    await publisher.publish(things, 'missed', 5, { count: 5 });
    await cache.load(things, 'missed');
    await nats.stop('SIGKILL');
    await nats.start();
    // This connection is there before the cache's own has waited long enough to reconnect.
    const other = await Bus.connect(nats.url, 'other');
    await until(() =>
      new StatePublisher(other).remove(things, 'missed').then(
        () => true,
        () => false,
      ),
    );
    await other.close();
    await until(() => cache.peek(things, 'missed') === null);
  });

  it('is never overwritten by an older one, however publishers race', async () => {
    const other = await Bus.connect(nats.url, 'other');
    const publishers = [publisher, new StatePublisher(other)];
    await Promise.all(
      Array.from({ length: 50 }, (_, rev) => publishers[rev % 2]!.publish(things, 'raced', rev + 1, { count: rev + 1 })),
    );
    await publisher.publish(things, 'raced', 7, { count: 7 });
    expect(await new StateCache(other).load(things, 'raced')).toEqual({ count: 50 });
    await other.close();
  });

  it('stays where an older one is heard after it, and follows the next one', async () => {
    const bucket = await bus.jetStream.buckets.open('things');
    await publisher.publish(things, 'older', 5, { count: 5 });
    expect(await cache.load(things, 'older')).toEqual({ count: 5 });
    const heard: (number | undefined)[] = [];
    cache.onChange((_, id) => id === 'older' && heard.push(counted(id)));
    await bucket.put(things.key('older'), encodeState(3, { count: 3 }));
    await bucket.put(things.key('older'), encodeState(6, { count: 6 }));
    await until(() => counted('older') === 6);
    expect(heard).toEqual([6]);
  });

  it('is asked past what is held, of a NATS that lost its data', async () => {
    await publisher.publish(things, 'asked', 1, { count: 1 });
    expect(await cache.load(things, 'asked')).toEqual({ count: 1 });
    expect(await cache.ask(things, 'asked')).toEqual({ count: 1 });
    await nats.stop('SIGKILL');
    await nats.wipe();
    await nats.start();
    const gone = () =>
      cache.ask(things, 'asked').then(
        (value) => value === null,
        () => false,
      );
    // The owner fills KV anew, starting with another document.
    await until(() => publisher.publish(things, 'another', 1, { count: 1 }).catch(() => false));
    await until(gone);
    expect(cache.peek(things, 'asked')).toEqual({ count: 1 });
  });

  it('is what KV says where KV stays behind what was heard: the database was put back together with NATS', async () => {
    const PATIENCE_MS = 1_000;
    /** Before and after it, for replicas of KV that lag behind. */
    const LAGS_MS = 4_000;
    class Patient extends StateCache {
      protected override readonly offeredMs = PATIENCE_MS;
    }
    const kept = new Patient(bus);
    for (const id of ['changed', 'offered', 'first-made']) {
      await publisher.publish(things, id, 5, { count: 5 });
      await kept.load(things, id);
    }
    const reconnected = bus.reconnections + 1;
    let [reconnectedAt, wentBackAt] = [NaN, NaN];
    bus.onReconnect(() => (reconnectedAt = performance.now()));
    kept.onChange((_, id) => {
      if (id === 'changed' && kept.peek(things, id)?.count === 2) wentBackAt = performance.now();
    });
    await nats.stop('SIGKILL');
    await nats.wipe();
    await nats.start();
    await until(() => bus.reconnections === reconnected);
    const says = (id: string, count: number) =>
      until(() =>
        publisher.publish(things, id, count, { count }).then(
          ({ isWritten }) => isWritten,
          () => false,
        ),
      );
    await says('changed', 2);
    await says('offered', 5);
    await until(() => kept.peek(things, 'changed')?.count === 2);
    // Until owners have had the time to offer what they have, a NATS that was put back alone is likelier.
    expect(wentBackAt - reconnectedAt).toBeGreaterThanOrEqual(PATIENCE_MS + LAGS_MS);
    expect(kept.peek(things, 'first-made')).toEqual({ count: 5 });
    await says('first-made', 1);
    await says('changed', 3);
    await until(() => kept.peek(things, 'first-made')?.count === 1 && kept.peek(things, 'changed')?.count === 3);
    expect(kept.peek(things, 'offered')).toEqual({ count: 5 });
    kept.onApplicationShutdown();
  });

  it('is right soon after a look, the first or after an absence, also where that came before what had been told already', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'deaf-'));
    const config = join(dir, 'nats.conf');
    // A reader that can't receive changes is in the same position as one that became interested only after a change.
    const deaf = '{ user: deaf, password: deaf, permissions: { subscribe: { deny: "$KV.>" } } }';
    await writeFile(config, `authorization { users: [{ user: owner, password: owner }, ${deaf}] }`);
    const server = await natsServer({ config, env: {}, log: join(dir, 'log') });
    const as = (user: string, part: string) => Bus.connect(server.url.replace('//', `//${user}:${user}@`), part);
    const [owner, other] = await Promise.all([as('owner', 'auth'), as('deaf', 'gateway')]);
    const owning = new StatePublisher(owner);
    const late = new StateCache(other);
    await owning.publish(things, 'lagging', 1, { count: 1 });
    expect(await late.load(things, 'lagging')).toEqual({ count: 1 });
    await owning.publish(things, 'lagging', 2, { count: 2 });
    await until(() => late.peek(things, 'lagging')?.count === 2);
    await server.stop('SIGKILL');
    await server.start();
    const again = await as('owner', 'auth');
    const publish = (count: number) => new StatePublisher(again).publish(things, 'lagging', count, { count });
    await until(() => publish(3).catch(() => false));
    await until(() => other.reconnections === 1);
    // Mostly after the first look, which comes with the connection.
    await publish(4);
    await until(() => late.peek(things, 'lagging')?.count === 4);
    late.onApplicationShutdown();
    await Promise.all([owner.close(), other.close(), again.close()]);
    await server.remove();
    await rm(dir, { recursive: true });
  });

  it('says that it is not sure of what it hears once NATS stands still', async () => {
    await publisher.publish(things, 'heeded', 1, { count: 1 });
    expect(await cache.loadCurrent(things, 'heeded')).toEqual({ count: 1 });
    process.kill(nats.pid, 'SIGSTOP');
    try {
      await until(() =>
        cache.loadCurrent(things, 'heeded').then(
          () => false,
          ({ code }: { code: string }) => code === 'UNAVAILABLE',
        ),
      );
      // The connection itself still seems to be open.
      expect(bus.isConnected).toBe(true);
      expect(counted('heeded')).toBe(1);
    } finally {
      process.kill(nats.pid, 'SIGCONT');
    }
    await until(() => bus.isResponsive);
    expect(await cache.loadCurrent(things, 'heeded')).toEqual({ count: 1 });
  });
});
