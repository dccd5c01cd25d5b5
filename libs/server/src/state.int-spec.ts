import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { slice } from '@sarafa/contracts';
import { mongod, natsServer, type Server, until } from '@sarafa/testing';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type Connection, type HydratedDocument, type Model } from 'mongoose';
import { z } from 'zod';
import { Bus } from './bus.js';
import { CHANGED, DocumentPublisher, indexUnpublished, Published, PublishedRepository } from './published-document.js';
import { StateCache } from './state-cache.js';
import { StatePublisher } from './state-publisher.js';

const things = slice('things/*.count', z.object({ count: z.number() }));

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
  protected valuesOf({ name, count }: HydratedDocument<Thing>) {
    return [{ slice: things, id: name, value: { count } }];
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
    thingsPublisher = new ThingsPublisher(new ThingsRepository(model), publisher, [things], 100);
    thingsPublisher.onApplicationBootstrap();
  });

  afterAll(async () => {
    await thingsPublisher.onApplicationShutdown();
    cache.onApplicationShutdown();
    await bus.close();
    await db.close();
    await Promise.all([nats.remove(), mongo.remove()]);
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
    await (await bus.state.open('things')).delete(things.key('removed'));
    expect(await cache.load(things, 'removed')).toBeNull();
    await publisher.publish(things, 'removed', 5, { count: 5 });
    await until(() => counted('removed') === 5);
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
    await until(async () => (await cache.load(things, 'ghost')) !== null || counted('ghost') === 1);
    await model.deleteOne({ name: 'ghost' });
    await thingsPublisher.publishSoon(document.set({ rev: 2, count: 2 }));
    await until(() => cache.peek(things, 'ghost') === null);
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
    await db.collection('things').insertOne({ name: 'orphan', count: 3, rev: 1, unpublished: true });
    await until(async () => (await cache.load(things, 'orphan'))?.count === 3 || cache.peek(things, 'orphan')?.count === 3);
    await model.updateOne({ name: 'orphan' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 4 } });
    await until(() => counted('orphan') === 4);
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
    await model.create({ name: 'kept', count: 1 });
    await until(async () => (await cache.load(things, 'kept')) !== null || counted('kept') === 1);
    await nats.stop('SIGKILL');
    expect(counted('kept')).toBe(1);
    await until(() =>
      cache.load(things, 'unknown').then(
        () => false,
        (error: Error) => error.message.length > 0,
      ),
    );
    await model.updateOne({ name: 'kept' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 2 } });
    await nats.start();
    await until(() => counted('kept') === 2);
  });

  it('is published anew into a NATS that lost its data', async () => {
    await model.create({ name: 'lost', count: 9 });
    await until(async () => (await model.countDocuments({ unpublished: true })) === 0);
    await nats.stop('SIGKILL');
    await nats.wipe();
    await nats.start();
    const fresh = await Bus.connect(nats.url, 'fresh');
    await until(async () => (await new StateCache(fresh).load(things, 'lost'))?.count === 9);
    await fresh.close();
  });
});
