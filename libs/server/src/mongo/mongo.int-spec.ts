import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@sarafa/contracts';
import { database, freePort, mongod, replicaSet, type Server, until } from '@sarafa/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getConnectionToken, getModelToken, MongooseModule } from '@nestjs/mongoose';
import { type Connection, type Model, Schema } from 'mongoose';
import { answeringWithin } from '../rpc/answer-time.js';
import { asAppError } from '../errors.js';
import { Health } from '../health.js';
import { mongo } from './mongo.js';

/** A schema of its own for each connection, because plugins are applied to a schema once. */
const schema = () => new Schema({ a: Number, name: String });

describe('a service’s database', () => {
  let server: Server;
  let model: Model<{ a: number }>;
  let close: () => Promise<void>;
  let failPoint: (name: string, mode: unknown, more?: object) => Promise<unknown>;

  beforeAll(async () => {
    server = await replicaSet();
    await server.stop();
    await server.start(['--setParameter', 'enableTestCommands=1']);
    const imports = [
      mongo(server.url, 'spec', new Health()),
      MongooseModule.forFeature([{ name: 'Thing', schema: schema() }], 'spec'),
    ];
    class Spec {}
    Module({ imports })(Spec);
    const app = await NestFactory.createApplicationContext(Spec, { logger: false });
    model = app.get(getModelToken('Thing', 'spec'));
    await model.create({ a: 1 });
    close = () => app.close();
    // From here on the database ends every query that has a time limit.
    const connection = app.get<Connection>(getConnectionToken('spec'));
    failPoint = (name, mode, more) => connection.db!.admin().command({ configureFailPoint: name, mode, ...more });
    await failPoint('maxTimeAlwaysTimeOut', 'alwaysOn');
  });

  afterAll(async () => {
    await close();
    await server.remove();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['find', () => model.find().exec()],
    ['findOne', () => model.findOne({ a: 1 }).lean().exec()],
    ['findById', () => model.findById('f'.repeat(24)).exec()],
    ['findOneAndUpdate', () => model.findOneAndUpdate({ a: 1 }, { a: 2 }, { upsert: true }).exec()],
    ['findOneAndDelete', () => model.findOneAndDelete({ a: 1 }).exec()],
    ['updateOne', () => model.updateOne({ a: 1 }, { a: 2 }).exec()],
    ['updateMany', () => model.updateMany({ a: 1 }, { a: 2 }).exec()],
    ['replaceOne', () => model.replaceOne({ a: 1 }, { a: 2 }).exec()],
    ['deleteOne', () => model.deleteOne({ a: 1 }).exec()],
    ['deleteMany', () => model.deleteMany({ a: 1 }).exec()],
    ['countDocuments', () => model.countDocuments({ a: 1 }).exec()],
    ['estimatedDocumentCount', () => model.estimatedDocumentCount().exec()],
    ['distinct', () => model.distinct('a').exec()],
    ['exists', () => model.exists({ a: 1 }).exec()],
    ['aggregate', () => model.aggregate([{ $match: { a: 1 } }]).exec()],
    ['a cursor', () => model.find().cursor().next()],
  ])('ends a long %s, and its caller is told that it is down', async (_, ask) => {
    const error: unknown = await ask().then(
      () => undefined,
      (thrown: unknown) => asAppError(thrown),
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each<[string, object]>([
    ['is not the primary', { errorCode: 10107 }],
    ['stops being the primary', { errorCode: 11602 }],
    ['is being stopped', { errorCode: 91 }],
    ['has taken its user a right', { errorCode: 13 }],
    ['takes no writes for now', { errorCode: 371 }],
    ['knows of no majority yet', { errorCode: 134 }],
    ['is reached by no majority', { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }],
  ])('that %s is told as down', async (_, failure) => {
    await failPoint('maxTimeAlwaysTimeOut', 'off');
    await failPoint('failCommand', { times: 1 }, { data: { failCommands: ['update'], ...failure } });
    const change = () => model.updateOne({ a: 1 }, { a: 2 }).exec();
    const error: unknown = await change().then(() => undefined, asAppError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    await until(() => change().then(Boolean, () => false));
  });

  it('that hangs up on several changes at once is told as down', async () => {
    await failPoint('maxTimeAlwaysTimeOut', 'off');
    await failPoint('failCommand', { times: 1 }, { data: { failCommands: ['update'], closeConnection: true } });
    const changes = [{ updateOne: { filter: { a: 1 }, update: { $set: { a: 2 } } } }];
    const error: unknown = await model.bulkWrite(changes).then(() => undefined, asAppError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('answers nothing that the loss of its primary can undo', async () => {
    const { _id } = await model.create({ a: 1 });
    // From here on no change becomes one that a majority has.
    await failPoint('disableSnapshotting', 'alwaysOn');
    await model.updateOne({ _id }, { a: 2 }, { writeConcern: { w: 1 } });
    const answered = async () => [(await model.findById(_id))?.a, (await model.aggregate([{ $match: { _id } }]))[0].a];
    expect(await answered()).toEqual([1, 1]);
    await failPoint('disableSnapshotting', 'off');
    await model.updateOne({ _id }, { a: 3 });
    expect(await answered()).toEqual([3, 3]);
  });

  it('that has hung up before it is written to is told as down', async () => {
    const hangsUp = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(hangsUp, 'listening');
    const socket = connect((hangsUp.address() as AddressInfo).port, '127.0.0.1').resume();
    await once(socket, 'end');
    socket.write('late');
    const [error] = await once(socket, 'error');
    expect(asAppError(error)).toMatchObject({ code: 'UNAVAILABLE' });
    hangsUp.close();
  });
});

describe('a database that is being restored', () => {
  it('keeps a service waiting until all of it is there, and not for files', async () => {
    const server = await mongod();
    const db = await database(server.url);
    await db.collection('restoring').insertOne({ backup: 'spec' });
    class Spec {}
    Module({ imports: [mongo(server.url, 'restored', new Health())] })(Spec);
    const starting = NestFactory.createApplicationContext(Spec, { logger: false });
    // Twice the pause between two attempts.
    expect(await Promise.race([starting.then(() => 'started'), sleep(1_000, 'waits')])).toBe('waits');
    await db.collection('restoring').updateOne({}, { $set: { stage: 'files' } });
    await (await starting).close();
    await db.close();
    await server.remove();
  });
});

describe('a database that refuses the indexes at the start', () => {
  it('gets them once it takes them, and what waits for them goes on', async () => {
    const server = await mongod({ args: ['--setParameter', 'enableTestCommands=1'], port: await freePort() });
    const db = await database(server.url);
    const refuseIndexes = (mode: string) =>
      db
        .db!.admin()
        .command({ configureFailPoint: 'failCommand', mode, data: { failCommands: ['createIndexes'], errorCode: 13 } });
    await refuseIndexes('alwaysOn');
    const imports = [
      mongo(server.url, 'unindexed', new Health()),
      MongooseModule.forFeature([{ name: 'Thing', schema: schema().index({ name: 1 }, { unique: true }) }], 'unindexed'),
    ];
    class Spec {}
    Module({ imports })(Spec);
    const app = await NestFactory.createApplicationContext(Spec, { logger: false });
    const model = app.get<Model<{ name: string }>>(getModelToken('Thing', 'unindexed'));
    await expect(model.init()).rejects.toThrow();
    await refuseIndexes('off');
    await until(() => model.init().then(() => true));
    await model.create({ name: 'one' });
    await expect(model.create({ name: 'one' })).rejects.toThrow(/duplicate/);
    await app.close();
    await db.close();
    await server.remove();
  });
});

/**
 * A way to a server that, while it is held, keeps what is sent, also when the sender has hung up; then it delivers all of it. A
 * connection over which the text comes that `loseAt` was given is lost, and neither end is told.
 */
async function keepingWay(target: string) {
  const { port } = new URL(target);
  const kept: [Socket, Buffer][] = [];
  const lost = new Set<Socket>();
  let isHeld = false;
  let losesAt: string | undefined;
  const way = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    far.on('error', () => near.destroy()).pipe(near.on('error', () => undefined));
    near.on('data', (chunk) => {
      if (losesAt && chunk.includes(losesAt)) {
        losesAt = undefined;
        lost.add(near);
      }
      if (lost.has(near)) return;
      if (isHeld) kept.push([far, chunk]);
      else far.write(chunk);
    });
    near.on('close', () => isHeld || far.destroy());
  });
  const own = await freePort();
  await once(way.listen(own, '127.0.0.1'), 'listening');
  return {
    url: target.replace(`:${port}`, `:${own}`),
    hold: () => void (isHeld = true),
    loseAt: (text: string) => void (losesAt = text),
    wasLost: () => lost.size > 0,
    /** Waits until the server has answered all of it. */
    deliver: async () => {
      isHeld = false;
      const answers = kept.splice(0).map(([far, chunk]) => {
        far.resume().write(chunk);
        return Promise.race([once(far, 'data'), once(far, 'close')]);
      });
      await Promise.all(answers);
    },
    close: () => way.close(),
  };
}

describe('a database behind a bad network', () => {
  let server: Server;
  let way: Awaited<ReturnType<typeof keepingWay>>;
  let model: Model<{ a: number }>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    server = await mongod();
    way = await keepingWay(server.url);
    const imports = [
      mongo(way.url, 'late', new Health(), 2_000),
      MongooseModule.forFeature([{ name: 'Thing', schema: schema() }], 'late'),
    ];
    class Spec {}
    Module({ imports })(Spec);
    const app = await NestFactory.createApplicationContext(Spec, { logger: false });
    model = app.get(getModelToken('Thing', 'late'));
    close = () => app.close();
    // The database tells its time by heartbeats.
    await once(app.get<Connection>(getConnectionToken('late')).getClient(), 'serverHeartbeatSucceeded');
  });

  afterAll(async () => {
    await close();
    way.close();
    await server.remove();
  });

  it('makes no change that reaches it when its caller has given up', async () => {
    await model.create({ a: 1 });
    way.hold();
    const begun = performance.now();
    const changed = answeringWithin(500, () => model.updateOne({ a: 1 }, { a: 2 }).exec());
    await expect(changed).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // What is silent for two seconds fails by itself.
    expect(performance.now() - begun).toBeLessThan(2_000);
    await way.deliver();
    await until(async () => (await model.countDocuments()) === 1);
    expect(await model.find().lean()).toMatchObject([{ a: 1 }]);
  });

  it('is asked on another connection where one was lost unnoticed, also by work that no caller waits for', async () => {
    way.loseAt('of the lost');
    expect(await model.findOne({ name: 'of the lost' } as object)).toBeNull();
    expect(way.wasLost()).toBe(true);
  });

  it('tells a change that comes too late apart from one that finds nothing', async () => {
    await model.create({ a: 3 });
    const matched = async (a: number) =>
      (await answeringWithin(3_000, () => model.updateOne({ a }, { a: 4 }).exec())).matchedCount;
    expect([await matched(-1), await matched(3)]).toEqual([0, 1]);
  });
});
