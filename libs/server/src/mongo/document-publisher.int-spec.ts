import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { answeringWithin } from '../rpc/answer-time.js';
import { Bus } from '../nats/bus.js';
import { CHANGED } from './published-document.js';
import { StateCache } from '../state/state-cache.js';
import { counts, thingsHarness } from '../testing/things-harness.js';

describe('what a document says', () => {
  const w = thingsHarness();

  it('does not come back when a replica publishes a document that is no more', async () => {
    const document = await w.model.create({ name: 'ghost', count: 1 });
    await w.published(document.id, 1);
    await w.model.deleteOne({ name: 'ghost' });
    await w.thingsPublisher.publishSoon(document.set({ rev: 2, count: 2 }));
    await until(() => w.cache.peek(counts, document.id) === null);
  });

  it('follows a document that was saved by somebody who then died', async () => {
    const { insertedId } = await w.db.collection('things').insertOne({ name: 'orphan', count: 3, rev: 1, unpublished: true });
    const id = insertedId.toHexString();
    await w.published(id, 3);
    await w.model.updateOne({ name: 'orphan' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 4 } });
    await until(() => w.counted(id) === 4);
    await until(async () => (await w.model.countDocuments({ unpublished: true })) === 0);
  });

  it('is answered from memory while NATS is away, and right again when it is back', async () => {
    const { id } = await w.model.create({ name: 'kept', count: 1 });
    await w.published(id, 1);
    await w.nats.stop('SIGKILL');
    expect(w.counted(id)).toBe(1);
    await until(() =>
      w.cache.load(counts, 'unknown').then(
        () => false,
        (error: Error) => error.message.length > 0,
      ),
    );
    await w.model.updateOne({ name: 'kept' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 2 } });
    await w.nats.start();
    await until(() => w.counted(id) === 2);
  });

  it('is published anew into a NATS that lost its data', async () => {
    const { id } = await w.model.create({ name: 'lost', count: 9 });
    await until(async () => (await w.model.countDocuments({ unpublished: true })) === 0);
    await w.whileNatsIsDown(w.nats.wipe);
    const fresh = await Bus.connect(w.nats.url, 'fresh');
    await until(async () => (await new StateCache(fresh).load(counts, id).catch(() => null))?.count === 9);
    await fresh.close();
  });

  it('is right again when NATS was put back to an older copy: what changed, what is new and what is gone', async () => {
    const [changed, deleted] = await w.model.create([
      { name: 'changed', count: 1 },
      { name: 'deleted', count: 1 },
    ]);
    await w.published(changed!.id, 1);
    await w.published(deleted!.id, 1);
    const copy = await mkdtemp(join(tmpdir(), 'nats-copy-'));
    await w.whileNatsIsDown(() => w.nats.copyTo(copy));
    await w.model.updateOne({ name: 'changed' }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 2 } });
    await w.published(changed!.id, 2);
    const { id: added } = await w.model.create({ name: 'added', count: 1 });
    await w.published(added, 1);
    await w.thingsPublisher.removeOf(deleted!.id);
    await w.whileNatsIsDown(() => w.nats.copyFrom(copy));
    // A reader that has just started knows only what NATS has.
    const fresh = await Bus.connect(w.nats.url, 'fresh');
    const newcomer = new StateCache(fresh);
    const now = (id: string) => newcomer.ask(counts, id).catch(() => undefined);
    await until(async () => (await now(changed!.id))?.count === 2 && (await now(added))?.count === 1);
    await until(async () => (await now(deleted!.id)) === null);
    await fresh.close();
    await rm(copy, { recursive: true });
  });

  it('counts where the database was put back to an older copy and NATS was not, and so do the next changes', async () => {
    const names = ['put back', 'put back and ended', 'put back by one'];
    const [renamed, ended, changed] = await w.model.create(names.map((name) => ({ name, count: 1 })));
    const ids = [renamed!.id, ended!.id, changed!.id] as string[];
    await Promise.all(ids.map((id) => w.published(id, 1)));
    const older = await w.model
      .find({ name: /^put back/ })
      .sort({ name: 1 })
      .lean();
    for (const count of [2, 3, 4]) {
      await w.model.updateMany({ name: /^put back/ }, { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count } });
      await Promise.all(ids.map((id) => w.published(id, count)));
    }
    // As many changes as were lost.
    const again = { ...older[2], rev: older[2]!.rev + 3, count: 7, unpublished: true };
    await Promise.all(
      [...older.slice(0, 2).map((one) => ({ ...one, unpublished: false })), again].map((one) =>
        w.model.replaceOne({ _id: one._id }, one),
      ),
    );
    const change = { $inc: CHANGED.$inc, $set: { ...CHANGED.$set, count: 9 } };
    await w.thingsPublisher.revoke(ended!.id, () => w.model.findByIdAndUpdate(ended!.id, change, { returnDocument: 'after' }));
    expect((await w.cache.ask(counts, ended!.id))?.count).toBe(9);
    await until(async () => (await w.cache.ask(counts, renamed!.id))?.count === 1);
    await until(async () => (await w.cache.ask(counts, changed!.id))?.count === 7);
    expect(ids.map((id) => w.counted(id))).toEqual([1, 9, 7]);
  });

  it('comes back, whole, into a bucket that was deleted under a running product', async () => {
    const { id } = await w.model.create({ name: 'in the bucket', count: 5 });
    await w.published(id, 5);
    await (await w.bus.jetStream.manager()).streams.delete('KV_things');
    await until(async () => (await w.cache.ask(counts, id).catch(() => null))?.count === 5);
  });

  it('is said to be whole only when it is, also when a loss comes in the middle of a round', async () => {
    await w.model.create(Array.from({ length: 20 }, (_, count) => ({ name: `of a round ${count}`, count })));
    const { streams } = await w.bus.jetStream.manager();
    const round = w.thingsPublisher as unknown as { readonly offeredUpTo: string | undefined };
    for (let losses = 0; losses < 3; losses++) {
      await until(() => round.offeredUpTo !== undefined);
      const missing = new Promise<number>((resolve) => {
        w.thingsPublisher.onCompleted = async () =>
          resolve((await w.model.countDocuments()) - (await w.publisher.idsOf(counts)).length);
      });
      await streams.delete('KV_things');
      expect(await missing).toBe(0);
    }
    delete w.thingsPublisher.onCompleted;
  });

  it('is offered again a part at a time, whatever has become of a key unheard', async () => {
    const { id } = await w.model.create({ name: 'unheard', count: 5 });
    await w.published(id, 5);
    // Like losing the tail of the stream: readers aren't notified, and the bucket still has its old creation time.
    await (await w.bus.jetStream.manager()).streams.purge('KV_things', { filter: `$KV.things.${counts.key(id)}` });
    expect(await w.cache.ask(counts, id)).toBeNull();
    const isWhole = new Promise<void>((resolve) => {
      w.thingsPublisher.onCompleted = async () => resolve();
    });
    await until(async () => (await w.cache.ask(counts, id))?.count === 5);
    // What says that all is there may have been lost with it.
    await isWhole;
    delete w.thingsPublisher.onCompleted;
  });

  it('loses keys without a document, unless they are so many that the database is likelier the wrong one', async () => {
    const kept = { count: await w.model.countDocuments() };
    const ids = Array.from({ length: 3 }, () => new mongoose.Types.ObjectId().toHexString());
    await Promise.all(ids.map((id) => w.publisher.publish(counts, id, 1, kept)));
    await until(
      async () => (await Promise.all(ids.map((id) => w.cache.ask(counts, id)))).every((value) => value === null),
      10_000,
    );
    const many = Array.from({ length: 40 }, () => new mongoose.Types.ObjectId().toHexString());
    await Promise.all(many.map((id) => w.publisher.publish(counts, id, 1, kept)));
    const rounds = jest.spyOn(w.publisher, 'listThere');
    await until(() => rounds.mock.calls.filter(([, orphans]) => orphans.length >= 40).length >= 2);
    rounds.mockRestore();
    expect((await Promise.all(many.map((id) => w.cache.ask(counts, id)))).filter((value) => value === null)).toEqual([]);
    // Somebody has deleted all but two of them, as the log of changes says.
    for (const id of many.slice(2)) {
      const subject = { kind: 'account', id, name: 'gone' };
      await w.trail.add({
        ...{ _id: new mongoose.Types.ObjectId(), at: new Date(), actor: null, action: 'shop.deleted', subject },
      } as never);
    }
    await until(async () => (await w.publisher.listThere(counts, many)).length === 0);
  });

  it('keeps the keys of a handful of documents when the database is an empty one', async () => {
    const made = await w.model.create([{ name: 'first' }, { name: 'second' }]);
    for (const { id } of made) await w.published(id as string, 0);
    const rounds = jest.spyOn(w.publisher, 'listThere');
    const documents = await w.model.find().lean();
    // All at once: of documents that go one after the other, the first would be orphans in a database that isn't empty.
    await w.model.collection.drop();
    const ids = made.map(({ id }) => id as string);
    await until(() => rounds.mock.calls.filter(([, orphans]) => ids.every((id) => orphans.includes(id))).length >= 2);
    rounds.mockRestore();
    expect(await Promise.all(ids.map((id) => w.cache.ask(counts, id)))).toEqual([{ count: 0 }, { count: 0 }]);
    await w.model.insertMany(documents);
  });

  describe('that takes a right away', () => {
    const revoke = async (name: string) =>
      w.thingsPublisher.revoke(String((await w.model.findOne({ name }))!._id), () =>
        w.model
          .findOneAndUpdate({ name }, { $inc: { ...CHANGED.$inc, count: 1 }, $set: CHANGED.$set }, { returnDocument: 'after' })
          .exec(),
      );

    it('is in KV when it is answered', async () => {
      const { id } = await w.model.create({ name: 'revoked', count: 1 });
      await revoke('revoked');
      expect(await w.cache.ask(counts, id)).toEqual({ count: 2 });
    });

    it('is refused, and nothing has changed, while JetStream takes no writes', async () => {
      const { id } = await w.model.create({ name: 'full', count: 1 });
      await w.published(id, 1);
      const { streams } = await w.bus.jetStream.manager();
      // Like a full disk: values can be read, and none can be added.
      await streams.update('KV_things', { max_msg_size: 1 });
      await expect(revoke('full')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await w.model.findOne({ name: 'full' })).toMatchObject({ count: 1 });
      await expect(w.publisher.answers()).rejects.toThrow("can't be published");
      await streams.update('KV_things', { max_msg_size: -1 });
      await revoke('full');
      expect(await w.cache.ask(counts, id)).toEqual({ count: 2 });
      await until(() =>
        w.publisher.answers().then(
          () => true,
          () => false,
        ),
      );
    });

    it('is refused, and nothing has changed, where its caller would give up before its end', async () => {
      const { id } = await w.model.create({ name: 'late', count: 1 });
      await w.published(id, 1);
      await expect(answeringWithin(1_000, () => revoke('late'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await w.model.findOne({ name: 'late' })).toMatchObject({ count: 1 });
    });

    it('is in KV and stays, while the database is too slow to take the mark of that', async () => {
      await w.mongo.stop();
      await w.mongo.start(['--setParameter', 'enableTestCommands=1']);
      const { id } = await w.model.create({ name: 'slow', count: 1 });
      await w.published(id, 1);
      const updates = (mode: 'alwaysOn' | 'off') =>
        w.db.db!.admin().command({
          configureFailPoint: 'failCommand',
          mode,
          data: { failCommands: ['update'], blockConnection: true, blockTimeMS: 5_000 },
        });
      await updates('alwaysOn');
      const begun = performance.now();
      await revoke('slow');
      expect(performance.now() - begun).toBeLessThan(5_000);
      await updates('off');
      expect(await w.cache.ask(counts, id)).toEqual({ count: 2 });
      await until(async () => (await w.model.findById(id))!.unpublished === false);
      expect(await w.model.findById(id)).toMatchObject({ count: 2 });
    });

    it('is undone where JetStream takes no more writes once it is saved', async () => {
      const { id } = await w.model.create({ name: 'undone', count: 1 });
      await w.published(id, 1);
      await w.db.collection('things').updateOne({ name: 'undone' }, { $set: { newer: 'of the next release' } });
      const { streams } = await w.bus.jetStream.manager();
      const saved = w.thingsPublisher.revoke(id, async () => {
        await streams.update('KV_things', { max_msg_size: 1 });
        return w.model.findOneAndUpdate(
          { _id: id },
          { $inc: { ...CHANGED.$inc, count: 1 }, $set: CHANGED.$set },
          { returnDocument: 'after' },
        );
      });
      await expect(saved).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await w.db.collection('things').findOne({ name: 'undone' })).toMatchObject({
        count: 1,
        newer: 'of the next release',
      });
      await streams.update('KV_things', { max_msg_size: -1 });
      await until(async () => (await w.model.findById(id))!.unpublished === false);
      expect(await w.cache.ask(counts, id)).toEqual({ count: 1 });
    });
  });
});
