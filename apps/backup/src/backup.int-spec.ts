/** @first */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { freePort, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { backupHarness, type Installation, KEY } from './testing/backup-harness.js';
import { databaseOf, filesIn, furnish, keysIn, put } from './testing/furnished.js';

const { ObjectId } = mongoose.mongo.BSON;

describe('a backup', () => {
  const w = backupHarness();

  const backUp = async (from: Installation, to: string, ...more: string[]) => {
    const { code, said } = await w.run(from, ['backup', '--to', to, ...more]);
    expect([code, said]).toEqual([0, expect.stringContaining('Backed up')]);
  };
  const restore = (into: Installation, from: string, ...more: string[]) => w.run(into, ['restore', '--from', from, ...more]);
  const verify = (of: Installation, from: string, more?: Record<string, string>) =>
    w.run(of, ['verify-backup', '--from', from], more);
  const namesIn = async (folder: string) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  const backupsIn = (folder: string) => readdir(join(folder, 'backups'));
  const manifestsIn = async (folder: string) => (await namesIn(folder)).filter((name) => name.endsWith('manifest.age'));
  const filesOf = (folder: string) => namesIn(join(folder, 'files'));
  const sharedIn = filesOf;
  const furnished = async (ads?: number) => {
    const installation = w.installation();
    return { ...installation, ...(await furnish(installation, w.files, ads)) };
  };
  /** What a restore is to bring: everything, but for the keys that sign people's tokens and their sessions. */
  const expected = async ({ db }: Installation) => {
    await db.collection<{ _id: string }>('signing_keys').updateOne({ _id: 'ring' }, { $set: { keys: [] }, $inc: { rev: 1 } });
    await db.collection('accounts').updateMany({}, { $set: { sessions: [] } });
    return databaseOf(db);
  };

  it.each(['a folder', 'a bucket'])(
    'in %s brings all back, byte for byte, and nothing that was deleted before',
    async (where) => {
      const from = await furnished();
      const files = await filesIn(w.files, from.bucket);
      await put(
        w.files,
        from.bucket,
        `ads/${from.shop}/${'d'.repeat(24)}/image.webp`,
        Buffer.from('of an ad that was deleted'),
      );
      const bucket = from.bucket.replace('installation', 'kept');
      if (where === 'a bucket') await w.files.makeBucket(bucket);
      const to = where === 'a bucket' ? `s3://${bucket}/below` : w.folder();
      const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = from.env as Record<string, string>;
      const place = {
        BACKUP_S3_ENDPOINT: S3_ENDPOINT!,
        BACKUP_S3_ACCESS_KEY: S3_ACCESS_KEY!,
        BACKUP_S3_SECRET_KEY: S3_SECRET_KEY!,
      };
      const at = where === 'a bucket' ? place : {};
      // One of them by the program itself.
      const runs = (...given: Parameters<typeof w.run>) => (where === 'a bucket' ? w.runProgram(...given) : w.run(...given));
      expect(await runs(from, ['backup', '--to', to], at)).toMatchObject({ code: 0 });
      // Deleted after the backup, whose records name it.
      await w.files.removeObject(from.bucket, from.film);
      expect(await verify(from, to, at)).toMatchObject({ code: 0, said: expect.stringContaining('is whole') });
      const into = w.installation();
      const { code, said } = await runs(into, ['restore', '--from', to], at);
      expect([code, said]).toEqual([0, expect.stringContaining('everybody signs in again')]);
      expect(await databaseOf(into.db)).toEqual(await expected(from));
      expect(await filesIn(w.files, into.bucket)).toEqual(files);
      const screens = await into.db.collection<{ _id: string }>('signing_keys').findOne({ _id: 'screens' });
      expect(screens).toMatchObject({ rev: 3, keys: [{ kid: 'of screens' }] });
    },
  );

  it('is of one moment, also while services write', async () => {
    const from = await furnished();
    const [first, last] = ['a_first', 'z_last'].map((name) => from.db.collection<{ _id: string; count: number }>(name));
    const filler = Array.from({ length: 10_000 }, (_, index) => ({ index, text: 'x'.repeat(200) }));
    await from.db.collection('m_middle').insertMany(filler);
    let isWriting = true;
    const writing = (async () => {
      for (let count = 1; isWriting; count++) {
        for (const collection of [first!, last!])
          await collection.updateOne({ _id: 'one' }, { $set: { count } }, { upsert: true });
      }
    })();
    const to = w.folder();
    await until(() => last!.findOne());
    await backUp(from, to).finally(() => (isWriting = false));
    await writing;
    const into = w.installation();
    expect(await restore(into, to)).toMatchObject({ code: 0 });
    const counts = ['a_first', 'z_last'].map(async (name) => (await into.db.collection(name).findOne())!['count'] as number);
    const [before, after] = await Promise.all(counts);
    expect(before! - after!).toBeGreaterThanOrEqual(0);
    expect(before! - after!).toBeLessThanOrEqual(1);
  });

  it('has each file once, and only the newest backups with the files that they need', async () => {
    const from = await furnished();
    const to = w.folder();
    await put(w.files, from.bucket, from.film.replace('film', 'same'), Buffer.alloc(9 * 1024 * 1024, 'film'));
    await backUp(from, to);
    const shared = await sharedIn(to);
    expect(shared.length).toBe((await keysIn(w.files, from.bucket)).length - 1);
    await from.db.collection('advertisements').updateOne({}, { $pop: { advertisements: -1 } } as never);
    await backUp(from, to, '--keep', '2');
    expect(await sharedIn(to)).toEqual(shared);
    await backUp(from, to, '--keep', '2');
    expect((await backupsIn(to)).length).toBe(2);
    expect((await sharedIn(to)).length).toBe(shared.length - 3);
    expect(await verify(from, to)).toMatchObject({ code: 0 });
  });

  it('of a time to come, which a clock that was ahead has made, is not the newest', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const [id] = await backupsIn(to);
    const ahead = id!.replace(/^\d+/, '2999');
    await cp(join(to, 'backups', id!), join(to, 'backups', ahead), { recursive: true });
    expect(await verify(from, to)).toMatchObject({ code: 0, said: expect.stringContaining(`the backup ${id} `) });
    // Where there is no other one, the next one is made all the same, and is the one that is kept.
    await rm(join(to, 'backups', id!), { recursive: true });
    await backUp(from, to, '--keep', '1');
    const [made, kept] = await backupsIn(to);
    expect([made! > id!, kept]).toEqual([true, ahead]);
  });

  it('says whose key is wrong, and does nothing with it', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const names = await namesIn(to);
    const other = { BACKUP_KEY: `${KEY}!` };
    for (const [command, option] of [
      ['backup', '--to'],
      ['restore', '--from'],
      ['verify-backup', '--from'],
    ] as const) {
      const { code, said } = await w.run(from, [command, option, to], other);
      expect([code, said]).toEqual([1, expect.stringMatching(/^BACKUP_KEY is not the key of this backup.*\n$/)]);
    }
    expect(await w.runProgram(from, ['backup', '--to', to], { BACKUP_KEY: 'short' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('BACKUP_KEY: must have at least 32 characters'),
    });
    expect(await namesIn(to)).toEqual(names);
  });

  it('shows nothing to whoever has no key', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    for (const name of await namesIn(to)) {
      const content = await readFile(name, 'latin1');
      expect(content.startsWith('age-encryption.org/v1\n')).toBe(true);
      expect(name + content).not.toMatch(/Asha|leaked|filename|film(?:film)+/);
    }
  });

  it('goes into nothing that is not empty', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const was = await databaseOf(from.db);
    expect(await restore(from, to)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The database .* is not empty: .*--replace/),
    });
    expect(await restore(from, to, '--replace', 'sarafa')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is called'),
    });
    expect(await databaseOf(from.db)).toEqual(was);
    const into = w.installation();
    // Nor does what is empty take the place of a backup that is to be restored there.
    expect(await w.run(into, ['backup', '--to', to])).toMatchObject({
      code: 1,
      said: expect.stringContaining('has no accounts'),
    });
    await w.files.makeBucket(into.bucket);
    await put(w.files, into.bucket, 'left', Buffer.from('over'));
    expect(await restore(into, to)).toMatchObject({ code: 1, said: expect.stringContaining('The bucket is not empty (left)') });
    await into.db.collection('left').insertOne({});
    expect(await restore(into, to, '--replace', into.db.databaseName)).toMatchObject({ code: 0 });
    expect(await databaseOf(into.db)).toEqual(await expected(from));
    expect(await keysIn(w.files, into.bucket)).toEqual(await keysIn(w.files, from.bucket));
  });

  it('goes to no bucket that a restore may empty, and comes from no backup of which a part is missing', async () => {
    const from = await furnished();
    const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: access, S3_SECRET_KEY: secret } = from.env as Record<string, string>;
    const at = { BACKUP_S3_ENDPOINT: endpoint!, BACKUP_S3_ACCESS_KEY: access!, BACKUP_S3_SECRET_KEY: secret! };
    const own = await w.run(from, ['backup', '--to', `s3://${from.bucket}/backups`], at);
    expect(own).toMatchObject({ code: 1, said: expect.stringContaining('the bucket of the installation itself') });
    const to = w.folder();
    await backUp(from, to);
    await rm((await sharedIn(to))[0]!);
    const was = await databaseOf(from.db);
    expect(await restore(from, to, '--replace', from.db.databaseName)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Parts of the backup .* are missing/),
    });
    expect(await databaseOf(from.db)).toEqual(was);
  });

  it('still has a file that was lost from the bucket, as long as a record names it, and isn’t made of another bucket', async () => {
    const from = await furnished();
    const files = await filesIn(w.files, from.bucket);
    const to = w.folder();
    await backUp(from, to, '--keep', '1');
    await w.files.removeObject(from.bucket, from.film);
    await backUp(from, to, '--keep', '1');
    const into = w.installation();
    expect(await restore(into, to)).toMatchObject({ code: 0 });
    expect(await filesIn(w.files, into.bucket)).toEqual(files);
    expect(await w.run(from, ['backup', '--to', to], { S3_BUCKET: 'another' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('The bucket has none of the'),
    });
  });

  it('is made beside one that was damaged, and removes no file then', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const [damaged] = await manifestsIn(to);
    const content = await readFile(damaged!);
    content[content.length - 20]! ^= 1;
    await writeFile(damaged!, content);
    await from.db.collection('advertisements').updateOne({}, { $pop: { advertisements: -1 } } as never);
    const shared = await sharedIn(to);
    await sleep(2);
    const { code, said } = await w.run(from, ['backup', '--to', to]);
    expect([code, said]).toEqual([0, expect.stringMatching(/was changed or damaged[^]*no file is removed[^]*Backed up/)]);
    expect(await sharedIn(to)).toEqual(shared);
    expect(await verify(from, to)).toMatchObject({ code: 0 });
  });

  it('of the release before keeps the public halves of the keys that have signed screens’ tokens', async () => {
    const from = await furnished();
    const rings = (db: typeof from.db) => db.collection<{ _id: string }>('signing_keys');
    const [jwk, signs_from] = [{ x: 'x', y: 'y' }, new Date()];
    await rings(from.db).deleteOne({ _id: 'screens' });
    await rings(from.db).updateOne(
      { _id: 'ring' },
      { $set: { keys: [{ kid: 'a', jwk: { ...jwk, d: 'secret' }, signs_from }] } },
    );
    const to = w.folder();
    await backUp(from, to);
    const into = w.installation();
    expect(await restore(into, to)).toMatchObject({ code: 0 });
    expect(await rings(into.db).find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'ring', rev: 8, keys: [] },
      { _id: 'screens', rev: 1, keys: [{ kid: 'a', jwk, signs_from, is_peoples: true }] },
    ]);
  });

  it('goes nowhere while NATS has state, of before or of services that run', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const nats = await connect({ servers: w.nats.url });
    const accounts = await new Kvm(nats).create('accounts');
    await accounts.put('one', 'of before');
    const into = w.installation();
    expect(await restore(into, to)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^NATS has state \(KV_accounts: 1\)/),
    });
    expect(await into.db.listCollections().toArray()).toEqual([]);
    await accounts.destroy();
    await nats.close();
    const away = { NATS_URL: `nats://127.0.0.1:${await freePort()}` };
    expect(await w.run(into, ['restore', '--from', to], away)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^NATS can't be asked/),
    });
    expect(await restore(into, to)).toMatchObject({ code: 0 });
  });

  it('that is killed looks like none, and the next one goes on with what it had', async () => {
    const from = await furnished(60);
    const to = w.folder();
    const strangers = ['backups/mine/list.txt', 'files/photo.jpg', 'film.part'].map((name) => join(to, name));
    for (const name of strangers) {
      await mkdir(dirname(name), { recursive: true });
      await writeFile(name, '');
    }
    const sharedIn = async (folder: string) => (await filesOf(folder)).filter((name) => !strangers.includes(name));
    await w.kill(from, ['backup', '--to', to], async () => (await sharedIn(to)).length >= 20);
    expect(await manifestsIn(to)).toEqual([]);
    expect(await verify(from, to)).toMatchObject({ code: 1, said: expect.stringContaining('There is no backup') });
    const [half] = await backupsIn(to);
    const had = (await sharedIn(to)).filter((name) => !name.endsWith('.part'));
    await backUp(from, to);
    expect(await backupsIn(to)).toEqual([expect.not.stringContaining(half!), 'mine']);
    expect((await namesIn(to)).filter((name) => name.endsWith('.part'))).toEqual(strangers.slice(2));
    expect(await namesIn(to)).toEqual(expect.arrayContaining(strangers));
    expect(await sharedIn(to)).toEqual(expect.arrayContaining(had));
    expect((await sharedIn(to)).length).toBe((await keysIn(w.files, from.bucket)).length);
    expect(await verify(from, to)).toMatchObject({ code: 0 });
  });

  it('is verified without a trace, and a byte that was changed is found', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const names = await namesIn(to);
    const at = async () =>
      (await from.db.collection<{ _id: string; ok?: boolean }>('backups').find().toArray()).map(({ _id, ok }) => [_id, ok]);
    expect(await verify(from, to)).toMatchObject({ code: 0 });
    expect(await at()).toEqual([
      ['backup', undefined],
      ['verification', true],
    ]);
    const scratch = (await from.db.admin().listDatabases()).databases.filter(({ name }) => name.endsWith('_verify'));
    expect(scratch).toEqual([]);
    const changed = ['accounts.bson', 'manifest.age', '/files/'].map((part) => names.find((name) => name.includes(part))!);
    const named = [/^The collection accounts /, /^The manifest /, new RegExp(`^The file .*${basename(changed[2]!)}`)];
    for (const [index, name] of changed.entries()) {
      const content = await readFile(name);
      const other = Buffer.from(content);
      other[other.length - 20]! ^= 1;
      await writeFile(name, other);
      expect([name, await verify(from, to)]).toEqual([name, { code: 1, said: expect.stringMatching(named[index]!) }]);
      await writeFile(name, content);
    }
    expect(await at()).toContainEqual(['verification', false]);
    const film = changed[2]!;
    await rm(film);
    expect(await verify(from, to)).toMatchObject({ code: 1, said: expect.stringContaining('is missing') });
    // The next backup stores anew what is missing.
    await sleep(2);
    await backUp(from, to);
    expect(await verify(from, to)).toMatchObject({ code: 0 });
  });

  it('is not taken for another one that was put in its place', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    await backUp(from, to);
    const [older, newer] = (await manifestsIn(to)).sort();
    await writeFile(newer!, await readFile(older!));
    expect(await verify(from, to)).toMatchObject({ code: 1, said: expect.stringMatching(/^The manifest .* was changed/) });
  });

  it('puts the files back that today’s records name, where the files alone are lost', async () => {
    const from = await furnished();
    const to = w.folder();
    await backUp(from, to);
    const files = await filesIn(w.files, from.bucket);
    const deleted = { _id: new ObjectId(from.shop) };
    await from.db.collection('rate_cards').deleteMany({});
    for (const key of Object.keys(files)) await w.files.removeObject(from.bucket, key);
    await w.files.removeBucket(from.bucket);
    expect(await restore(from, to, '--files')).toMatchObject({ code: 0, said: expect.stringContaining('8 files') });
    const { 'cards/a/1.png': _, ...left } = files;
    expect(await filesIn(w.files, from.bucket)).toEqual(left);
    expect(await from.db.collection('accounts').countDocuments(deleted)).toBe(1);
  });
});
