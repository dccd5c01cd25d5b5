/** @first */
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { backupHarness, type Installation } from './testing/backup-harness.js';
import { databaseOf, filesIn, furnish, keysIn, put } from './testing/furnished.js';

const { ObjectId } = mongoose.mongo.BSON;
const ADS = 60;

describe('a restore', () => {
  const w = backupHarness();
  let nats: NatsConnection | undefined;

  /** As services leave it that run. */
  const makeState = async () => {
    nats = await connect({ servers: w.nats.url });
    await (await new Kvm(nats).create('accounts')).put('one', 'of a service');
  };
  afterEach(async () => {
    if (nats) await (await new Kvm(nats).open('accounts')).destroy();
    await nats?.close();
    nats = undefined;
  });

  const furnished = async () => {
    const from = w.installation();
    const { shop } = await furnish(from, w.files, ADS);
    const to = w.folder();
    expect(await w.run(from, ['backup', '--to', to])).toMatchObject({ code: 0 });
    return { from, shop, to };
  };
  const keysOf = ({ bucket }: Installation) => keysIn(w.files, bucket);
  const mark = ({ db }: Installation) => db.collection('restoring').findOne();
  /** Kills a restore when this many files are back. */
  const killAt = (count: number, into: Installation, to: string) =>
    w.kill(into, ['restore', '--from', to], async () => (await keysOf(into)).length >= count);

  it('that is killed within the database stays marked, and the next one restores all of it', async () => {
    const from = w.installation();
    await furnish(from, w.files);
    await from.db.collection('m_middle').insertMany(Array.from({ length: 20_000 }, () => ({ text: 'x'.repeat(200) })));
    const to = w.folder();
    expect(await w.run(from, ['backup', '--to', to])).toMatchObject({ code: 0 });
    const into = w.installation();
    await w.kill(into, ['restore', '--from', to], async () => (await into.db.collection('m_middle').countDocuments()) > 0);
    expect(await mark(into)).not.toHaveProperty('stage');
    expect(await keysOf(into)).toEqual([]);
    // What is half there isn't backed up, and a newer backup isn't taken in the middle.
    for (const args of [
      ['backup', '--to', to],
      ['restore', '--files', '--from', to],
    ])
      expect(await w.run(into, args)).toMatchObject({ code: 1, said: expect.stringContaining('has not ended') });
    const had = await from.db.collection('m_middle').countDocuments();
    await from.db.collection('m_middle').deleteMany({});
    expect(await w.run(from, ['backup', '--to', to])).toMatchObject({ code: 0 });
    expect(await w.run(into, ['restore', '--from', to])).toMatchObject({ code: 0 });
    expect(await into.db.collection('m_middle').countDocuments()).toBe(had);
    expect(await filesIn(w.files, into.bucket)).toEqual(await filesIn(w.files, from.bucket));
    expect(await mark(into)).toBeNull();
  });

  it('lets services start when the database is back, and brings the files back while they run', async () => {
    const { from, to } = await furnished();
    const files = await filesIn(w.files, from.bucket);
    const into = w.installation();
    await killAt(20, into, to);
    expect(await mark(into)).toMatchObject({ stage: 'files' });
    const { restoring: _, ...back } = await databaseOf(into.db);
    const first = await keysOf(into);
    expect(first).toContain('logos/a/logo.webp');
    expect(first.filter((key) => key.includes('original'))).toEqual([]);

    // The product runs, and writes.
    await makeState();
    const changed = { _id: new ObjectId() };
    await into.db.collection('accounts').insertOne(changed);
    const [card, ad] = ['cards/a/1.png', `ads/${'a'.repeat(24)}/${'b'.repeat(24)}/image.webp`];
    for (const key of [card, ad]) await put(w.files, into.bucket, key, Buffer.from('written meanwhile'));
    const written = await filesIn(w.files, into.bucket);

    // A backup has the files that aren't back yet too, and no older one goes.
    const { code, said } = await w.run(into, ['backup', '--to', to, '--keep', '1']);
    expect([code, said]).toEqual([0, expect.stringMatching(/files that records name were not there/)]);
    expect(await readdir(join(to, 'backups'))).toHaveLength(2);

    // As a Job does it that Kubernetes begins again.
    const again = await w.run(into, ['restore', '--from', to, '--replace', into.db.databaseName]);
    expect([again.code, again.said]).toEqual([0, expect.stringMatching(/is back since an earlier run[^]*everybody signs in/)]);
    expect(await filesIn(w.files, into.bucket)).toEqual({ ...files, [card]: written[card], [ad]: written[ad] });
    expect(await into.db.collection('accounts').deleteOne(changed)).toMatchObject({ deletedCount: 1 });
    expect(await databaseOf(into.db)).toEqual(back);
  });

  it('says how many files are not back where it fails, and --files goes on with them', async () => {
    const { from, to } = await furnished();
    const into = w.installation();
    await killAt(20, into, to);
    const place = join(to, 'files');
    await rename(place, `${place}-away`);
    const { code, said } = await w.run(into, ['restore', '--from', to]);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/\d+ of 123 files are not back: .* Run the restore again.*--files/),
    ]);
    await rename(`${place}-away`, place);
    expect(await w.run(into, ['restore', '--files', '--from', to])).toMatchObject({ code: 0 });
    expect(await filesIn(w.files, into.bucket)).toEqual(await filesIn(w.files, from.bucket));
    expect(await mark(into)).toBeNull();
  });

  it('brings all files back but one that is damaged, and is not taken for the restore of a database where only files were asked for', async () => {
    const { from, to } = await furnished();
    const into = w.installation();
    expect(await w.run(into, ['restore', '--from', to])).toMatchObject({ code: 0 });
    for (const key of await keysOf(into)) await w.files.removeObject(into.bucket, key);
    const [folder] = await readdir(join(to, 'files'));
    const [file] = await readdir(join(to, 'files', folder!));
    const damaged = join(to, 'files', folder!, file!);
    await rename(damaged, `${to}/away`);
    const { code, said } = await w.run(into, ['restore', '--files', '--from', to]);
    const all = await keysOf(from);
    const left = all.length - (await keysOf(into)).length;
    expect([code, said]).toEqual([1, expect.stringContaining(`${left} of ${all.length} files are not back: `)]);
    expect([left > 0, left < 10]).toEqual([true, true]);
    await rename(`${to}/away`, damaged);
    await into.db.collection('accounts').insertOne({ _id: new ObjectId() });
    const whole = await w.run(into, ['restore', '--from', to, '--replace', into.db.databaseName]);
    expect([whole.code, whole.said]).toEqual([0, expect.stringContaining('services may start')]);
    expect(await into.db.collection('accounts').countDocuments()).toBe(await from.db.collection('accounts').countDocuments());
    expect(await filesIn(w.files, into.bucket)).toEqual(await filesIn(w.files, from.bucket));
    expect(await mark(into)).toBeNull();
  });

  it('brings no file back for good that the product has deleted meanwhile', async () => {
    const { shop, to } = await furnished();
    const into = w.installation();
    const restoring = w.runProgram(into, ['restore', '--from', to]);
    await until(async () => (await keysOf(into)).length >= 20, 20_000, 2);
    await into.db.collection('advertisements').updateOne({ _id: new ObjectId(shop) }, { $set: { advertisements: [] } });
    expect(await mark(into)).toMatchObject({ stage: 'files' });
    expect(await restoring).toMatchObject({ code: 0 });
    expect(await keysOf(into)).toEqual(['cards/a/1.png', 'logos/a/logo.webp']);
  });
});
