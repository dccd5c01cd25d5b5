import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { slice } from '@sarafa/contracts';
import { mongod, natsServer, type Server, until } from '@sarafa/testing';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type Connection, type HydratedDocument, type Model } from 'mongoose';
import { z } from 'zod';
import { Bus } from './bus.js';
import { DocumentPublisher } from './document-publisher.js';
import { Metrics } from './metrics.js';
import { CHANGED, indexUnpublished, Published, PublishedRepository } from './published-document.js';
import { StateCache } from './state-cache.js';
import { StatePublisher } from './state-publisher.js';

const Count = z.object({ count: z.number() });
/** Published by the specs themselves; behind the others there are documents. */
const things = slice('things/*.loose', Count);
const counts = slice('things/*.count', Count);

@Schema({ collection: 'things' })
class Thing extends Published {
  @Prop({ type: String, required: true }) name!: string;
  @Prop({ type: Number, default: 0 }) count!: number;
}

class ThingsRepository extends PublishedRepository<Thing> {
  constructor(model: Model<Thing>) {
    super(model);
  }
}

class ThingsPublisher extends DocumentPublisher<Thing> {
  protected valuesOf({ id, count }: HydratedDocument<Thing>) {
    return [{ slice: counts, id: id as string, value: { count } }];
  }
}

describe('state', () => {
  let nats: Server;
  let mongo: Server;
  let db: Connection;
  let model: Model<Thing>;
  let bus: Bus;
  let publisher: StatePublisher;
  let cache: StateCache;
  let thingsPublisher: ThingsPublisher;

  beforeAll(async () => {
    [nats, mongo] = await Promise.all([natsServer(), mongod()]);
    db = await mongoose.createConnection(mongo.url).asPromise();
    model = db.model('Thing', indexUnpublished(SchemaFactory.createForClass(Thing))) as unknown as Model<Thing>;
    await model.init();
    bus = await Bus.connect(nats.url, 'spec');
    publisher = new StatePublisher(bus);
    cache = new StateCache(bus);
    thingsPublisher = new ThingsPublisher('things', new ThingsRepository(model), publisher, [counts], 100, new Metrics());
    thingsPublisher.onApplicationBootstrap();
  });

  afterAll(async () => {
    await thingsPublisher.onApplicationShutdown();
    cache.onApplicationShutdown();
    await bus.close();
    await db.close();
    await Promise.all([nats.remove(), mongo.remove()]);
  });

  const counted = (id: string) => (cache.peek(things, id) ?? cache.peek(counts, id))?.count;
  /** What KV has of a document, asked until it has it. */
  const published = (id: string, count: number) =>
    until(async () => (await cache.load(counts, id).catch(() => null))?.count === count || counted(id) === count);
  /** Runs `change` while NATS is down, and starts it again. */
  const whileNatsIsDown = async (change: () => Promise<unknown> = async () => undefined) => {
    await nats.stop('SIGKILL');
    await change();
    await nats.start();
  };

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
    await (await bus.state.open('things')).delete(things.key('removed'));
    expect(await cache.load(things, 'removed')).toBeNull();
    await publisher.publish(things, 'removed', 5, { count: 5 });
    await until(() => counted('removed') === 5);
  });

  it('of another release, which nobody here can read, is a part that is down and no crash; what is known stays', async () => {
    const newer = slice('things/*.loose', z.object({ counted: z.string() })) as unknown as typeof things;
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
    // Before the cache's own connection has waited long enough to try again.
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

  it('does not come back when a replica publishes a document that is no more', async () => {
    const document = await model.create({ name: 'ghost', count: 1 });
    await published(document.id, 1);
    await model.deleteOne({ name: 'ghost' });
    await thingsPublisher.publishSoon(document.set({ rev: 2, count: 2 }));
    await until(() => cache.peek(counts, document.id) === null);
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

  it('follows a document that was saved by somebody who then died', async () => {
    const { insertedId } = await db.collection('things').insertOne({ name: 'orphan', count: 3, rev: 1, unpublished: true });
    const id = insertedId.toHexString();
    await published(id, 3);
    await model.updateOne({ name: 'orphan' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 4 } });
    await until(() => counted(id) === 4);
    await until(async () => (await model.countDocuments({ unpublished: true })) === 0);
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
    await until(gone);
    expect(cache.peek(things, 'asked')).toEqual({ count: 1 });
  });

  it('is right soon after the first look, also where that came before what had been told already', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'deaf-'));
    const config = join(dir, 'nats.conf');
    // Who can't hear changes is like who was told of one before it was interested.
    const deaf = '{ user: deaf, password: deaf, permissions: { subscribe: { deny: "$KV.>" } } }';
    await writeFile(config, `authorization { users: [{ user: owner, password: owner }, ${deaf}] }`);
    const server = await natsServer({ config, env: {}, log: join(dir, 'log') });
    const as = (name: string) => Bus.connect(server.url.replace('//', `//${name}:${name}@`), name);
    const [owner, other] = await Promise.all([as('owner'), as('deaf')]);
    const owning = new StatePublisher(owner);
    const late = new StateCache(other);
    await owning.publish(things, 'lagging', 1, { count: 1 });
    expect(await late.load(things, 'lagging')).toEqual({ count: 1 });
    await owning.publish(things, 'lagging', 2, { count: 2 });
    await until(() => late.peek(things, 'lagging')?.count === 2);
    await Promise.all([owner.close(), other.close()]);
    await server.remove();
    await rm(dir, { recursive: true });
  });

  it('is answered from memory while NATS is away, and right again when it is back', async () => {
    const { id } = await model.create({ name: 'kept', count: 1 });
    await published(id, 1);
    await nats.stop('SIGKILL');
    expect(counted(id)).toBe(1);
    await until(() =>
      cache.load(things, 'unknown').then(
        () => false,
        (error: Error) => error.message.length > 0,
      ),
    );
    await model.updateOne({ name: 'kept' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 2 } });
    await nats.start();
    await until(() => counted(id) === 2);
  });

  it('is published anew into a NATS that lost its data', async () => {
    const { id } = await model.create({ name: 'lost', count: 9 });
    await until(async () => (await model.countDocuments({ unpublished: true })) === 0);
    await whileNatsIsDown(nats.wipe);
    const fresh = await Bus.connect(nats.url, 'fresh');
    await until(async () => (await new StateCache(fresh).load(counts, id).catch(() => null))?.count === 9);
    await fresh.close();
  });

  it('is right again when NATS was put back to an older copy: what changed, what is new and what is gone', async () => {
    const [changed, deleted] = await model.create([
      { name: 'changed', count: 1 },
      { name: 'deleted', count: 1 },
    ]);
    await published(changed!.id, 1);
    await published(deleted!.id, 1);
    const copy = await mkdtemp(join(tmpdir(), 'nats-copy-'));
    await whileNatsIsDown(() => nats.copyTo(copy));
    await model.updateOne({ name: 'changed' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 2 } });
    await published(changed!.id, 2);
    const { id: added } = await model.create({ name: 'added', count: 1 });
    await published(added, 1);
    await thingsPublisher.removeOf(deleted!.id);
    await whileNatsIsDown(() => nats.copyFrom(copy));
    // Who has just started knows nothing but what NATS has.
    const fresh = await Bus.connect(nats.url, 'fresh');
    const newcomer = new StateCache(fresh);
    const now = (id: string) => newcomer.ask(counts, id).catch(() => undefined);
    await until(async () => (await now(changed!.id))?.count === 2 && (await now(added))?.count === 1);
    await until(async () => (await now(deleted!.id)) === null);
    await fresh.close();
    await rm(copy, { recursive: true });
  });

  it('comes back, whole, into a bucket that was deleted under a running product', async () => {
    const { id } = await model.create({ name: 'in the bucket', count: 5 });
    await published(id, 5);
    await (await bus.jetStreamManager()).streams.delete('KV_things');
    await until(async () => (await cache.ask(counts, id).catch(() => null))?.count === 5, 10_000);
  });

  it('is offered again a part at a time, whatever has become of a key unheard', async () => {
    const { id } = await model.create({ name: 'unheard', count: 5 });
    await published(id, 5);
    // As a lost tail of the stream would: nobody is told, and the bucket is as old as ever.
    await (await bus.jetStreamManager()).streams.purge('KV_things', { filter: `$KV.things.${counts.key(id)}` });
    expect(await cache.ask(counts, id)).toBeNull();
    await until(async () => (await cache.ask(counts, id))?.count === 5, 10_000);
  });

  it('loses keys without a document, unless they are so many that the database is likelier the wrong one', async () => {
    const kept = { count: await model.countDocuments() };
    const ids = Array.from({ length: 3 }, () => new mongoose.Types.ObjectId().toHexString());
    await Promise.all(ids.map((id) => publisher.publish(counts, id, 1, kept)));
    await until(
      async () => (await Promise.all(ids.map((id) => cache.ask(counts, id)))).every((value) => value === null),
      10_000,
    );
    const many = Array.from({ length: 40 }, () => new mongoose.Types.ObjectId().toHexString());
    await Promise.all(many.map((id) => publisher.publish(counts, id, 1, kept)));
    const rounds = jest.spyOn(publisher, 'listThere');
    await until(() => rounds.mock.calls.filter(([, orphans]) => orphans.length >= 40).length >= 2, 10_000);
    rounds.mockRestore();
    expect((await Promise.all(many.map((id) => cache.ask(counts, id)))).filter((value) => value === null)).toEqual([]);
    await Promise.all(many.map((id) => publisher.remove(counts, id)));
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
      // The connection itself still seems to stand.
      expect(bus.isConnected).toBe(true);
      expect(counted('heeded')).toBe(1);
    } finally {
      process.kill(nats.pid, 'SIGCONT');
    }
    await until(() => bus.isHearing);
    expect(await cache.loadCurrent(things, 'heeded')).toEqual({ count: 1 });
  });

  describe('that takes a right away', () => {
    const revoke = async (name: string) =>
      thingsPublisher.revoke(String((await model.findOne({ name }))!._id), () =>
        model
          .findOneAndUpdate({ name }, { $inc: { ...CHANGED.$inc, count: 1 }, $set: CHANGED.$set }, { returnDocument: 'after' })
          .exec(),
      );

    it('is in KV when it is answered', async () => {
      const { id } = await model.create({ name: 'revoked', count: 1 });
      await revoke('revoked');
      expect(await cache.ask(counts, id)).toEqual({ count: 2 });
    });

    it('is refused, and nothing has changed, while JetStream takes no writes', async () => {
      const { id } = await model.create({ name: 'full', count: 1 });
      await published(id, 1);
      const { streams } = await bus.jetStreamManager();
      // As with a full disk: what is there can be read, and nothing can be added.
      await streams.update('KV_things', { max_msg_size: 1 });
      await expect(revoke('full')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await model.findOne({ name: 'full' })).toMatchObject({ count: 1 });
      await expect(publisher.answers()).rejects.toThrow("can't be published");
      await streams.update('KV_things', { max_msg_size: -1 });
      await revoke('full');
      expect(await cache.ask(counts, id)).toEqual({ count: 2 });
      await until(() =>
        publisher.answers().then(
          () => true,
          () => false,
        ),
      );
    });

    it('is undone where JetStream takes no more writes once it is saved', async () => {
      const { id } = await model.create({ name: 'undone', count: 1 });
      await published(id, 1);
      await db.collection('things').updateOne({ name: 'undone' }, { $set: { newer: 'of the next release' } });
      const { streams } = await bus.jetStreamManager();
      const saved = thingsPublisher.revoke(id, async () => {
        await streams.update('KV_things', { max_msg_size: 1 });
        return model.findOneAndUpdate(
          { _id: id },
          { $inc: { ...CHANGED.$inc, count: 1 }, $set: CHANGED.$set },
          { returnDocument: 'after' },
        );
      });
      await expect(saved).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await db.collection('things').findOne({ name: 'undone' })).toMatchObject({
        count: 1,
        newer: 'of the next release',
      });
      await streams.update('KV_things', { max_msg_size: -1 });
      await until(async () => (await model.findById(id))!.unpublished === false);
      expect(await cache.ask(counts, id)).toEqual({ count: 1 });
    });
  });
});
