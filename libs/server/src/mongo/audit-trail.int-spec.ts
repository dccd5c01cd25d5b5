import { describe, expect, it, jest } from '@jest/globals';
import { until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { Metrics } from '../metrics.js';
import { answering } from '../request-context.js';
import { type Thing, ThingsAudit, thingsHarness } from '../testing/things-harness.js';
import { type Audited, audited, entryHead } from './audited.js';
import { AFTER, CHANGED_HERE } from './published-document.js';

const ADMIN = { role: 'admin', id: 'a'.repeat(24) } as const;
const SET = { subject: 'things.set', actor: ADMIN };
const AUDITED: Audited = {
  ...{ actions: { [SET.subject]: 'shop.updated' }, kind: 'thing', name: '$name', userId: null },
  fields: { count: '$count' },
};

describe('the log of changes', () => {
  const w = thingsHarness();

  const make = async (name: string) => {
    const { id } = await w.model.create({ name, count: 0 });
    await w.published(id as string, 0);
    await until(async () => (await w.model.findById(id))!.unpublished === false);
    return id as string;
  };
  const set = (id: string, count: number) => {
    const change = () => audited(AUDITED, [{ $set: { count, ...CHANGED_HERE } }]);
    return answering(SET, () => w.model.findByIdAndUpdate(id, change(), AFTER).exec());
  };
  /** What the log says of a thing, the newest first. */
  const logged = async (name: string) => {
    const all = await w.trail.list(ADMIN, { limit: 50 });
    return all.filter(({ subject }) => subject.name === name).map(({ before, after }) => [before!['count'], after!['count']]);
  };
  const late = async (metrics: Metrics) => {
    const text = await metrics.registry.metrics();
    return Number(/sarafa_unlogged_documents\{documents="things"\} (\d+)/.exec(text)?.[1]);
  };

  it('has entries in the order of their times, whichever process has made them', () => {
    const heads = answering(SET, () => Array.from({ length: 2_000 }, () => entryHead(AUDITED)!));
    const ids = heads.map(({ _id }) => _id.toHexString());
    expect([...ids].sort()).toEqual(ids);
    const timeOf = (id: string) => parseInt(id.slice(0, 8), 16) * 1_000 + parseInt(id.slice(8, 12), 16);
    expect(ids.map(timeOf)).toEqual(heads.map(({ at }) => at.getTime()));
  });

  it('is copied once for all who read it at the same time, and has what was answered before each of them asked', async () => {
    const id = await make('read');
    const find = jest.spyOn(w.model, 'find');
    const first = w.trail.list(ADMIN, { limit: 1 });
    await set(id, 1);
    await until(async () => (await w.model.findById(id))!.unpublished === false);
    const others = await Promise.all(Array.from({ length: 20 }, () => logged('read')));
    await first;
    expect(others).toEqual(Array.from({ length: 20 }, () => [[0, 1]]));
    // The publisher looks for documents too, all the time.
    expect(find.mock.calls.filter(([, fields]) => Object.keys(fields ?? {}).includes('audit')).length).toBeLessThan(12);
    find.mockRestore();
  });

  it('keeps the entries of a document that is removed, also those that wait', async () => {
    const id = await make('removed');
    await set(id, 1);
    await set(id, 2);
    await w.trail.remove(w.model, { _id: id });
    expect(await w.model.findById(id)).toBeNull();
    expect(await logged('removed')).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });

  it('has nothing of a revocation that is undone, and all of one that another replica has published', async () => {
    const { streams } = await w.bus.jetStream.manager();
    const revoke = async (id: string, meanwhile: (id: string) => Promise<unknown>) => {
      await streams.update('KV_things', { max_msg_size: -1 });
      const revoked = w.thingsPublisher.revoke(id, async () => {
        await streams.update('KV_things', { max_msg_size: 1 });
        const after = await set(id, 7);
        await meanwhile(id);
        return after;
      });
      await expect(revoked).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await streams.update('KV_things', { max_msg_size: -1 });
      await until(async () => (await w.model.findById(id))!.unpublished === false);
      return (await w.model.findById(id))!.count;
    };
    const undone = await make('undone');
    expect(await revoke(undone, () => Promise.resolve())).toBe(0);
    expect(await logged('undone')).toEqual([]);
    const published = await make('published');
    expect(await revoke(published, (_id) => w.model.updateOne({ _id }, { unpublished: false }))).toBe(7);
    expect(await logged('published')).toEqual([[0, 7]]);
  });

  it('has the entries of all other documents where those of one can’t be copied', async () => {
    const [, whole] = [await make('broken'), await make('whole')];
    // Two fields of which one would be stored within the other.
    const entry = { _id: new mongoose.Types.ObjectId(), subject: { kind: 'thing' }, 'subject.kind': 'thing' };
    const things = w.db.collection('things');
    await things.updateOne({ name: 'broken' }, { $set: { audit: [entry] } });
    await set(whole, 1);
    expect(await until(async () => (await logged('whole'))[0])).toEqual([0, 1]);
    expect((await things.findOne({ name: 'broken' }))!['audit']).toHaveLength(1);
    await things.deleteOne({ name: 'broken' });
  });

  it('counts documents whose entries have waited for more than a minute', async () => {
    const metrics = new Metrics();
    const trail = new ThingsAudit(w.db, metrics);
    const id = await make('late');
    trail.onApplicationBootstrap();
    await trail.onApplicationShutdown();
    await set(id, 1);
    expect(await late(metrics)).toBe(0);
    const [entry] = (await w.model.findById(id))!.audit!;
    for (const [seconds, count] of [
      [30, 0],
      [61, 1],
    ] as const) {
      const _id = mongoose.Types.ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - seconds);
      await w.db.collection<Thing>('things').updateOne({ name: 'late' }, { $set: { audit: [{ ...entry!, _id }] } });
      expect(await late(metrics)).toBe(count);
    }
    expect(await until(async () => (await logged('late'))[0])).toEqual([0, 1]);
    expect(await late(metrics)).toBe(0);
  });
});
