import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OwnAdvertisement, users } from '@sarafa/contracts';
import { keysInKv, mediaFile, objectsIn, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { mediaHarness, newId } from '../testing/media-harness.js';

/** Long enough for several sweeps, each after the grace of the one before. */
const SETTLED_MS = 1_000;
const TIMES = { AD_GRACE_MS: '100', LOGO_GRACE_MS: '100' };
/** Nothing is removed while a spec makes leftovers one after the other. */
const LATER = { AD_GRACE_MS: '3600000', LOGO_GRACE_MS: '3600000' };
const ANYWAY = { ...TIMES, REMOVE_ANYWAY_UNTIL: '2099-01-01T00:00:00Z' };

describe('what media keeps', () => {
  const w = mediaHarness(TIMES);

  beforeEach(async () => {
    for (const name of ['advertisements', 'logos', 'restoring']) await w.servers.db.collection(name).deleteMany({});
  });

  afterEach(async () => {
    await w.stop();
    await removeBucket();
  });

  const removeBucket = async () => {
    const storage = w.storage();
    if (!(await storage.bucketExists('sarafa'))) return;
    await storage.removeObjects('sarafa', await objectsIn(w.s3));
    await storage.removeBucket('sarafa');
  };

  const upload = async (name = 'vp8.webm') => {
    const shop = await w.createShop();
    const body = new FormData();
    body.set('advertisement', new Blob([mediaFile(name)]), name);
    const headers = { authorization: `Bearer ${(await w.signIn(shop)).token}` };
    const answer = await fetch(`${w.urls[0]}/advertisements`, { method: 'POST', headers, body });
    const { advertisement } = (await answer.json()) as { advertisement?: OwnAdvertisement };
    return { status: answer.status, id: shop.id, path: advertisement?.file_path ?? '' };
  };
  const storeLogo = async (id: string) => {
    const headers = { authorization: `Bearer ${w.token}`, 'content-type': 'application/octet-stream' };
    const answer = await fetch(`${w.urls[0]}/logos/${id}`, { method: 'POST', headers, body: mediaFile('picture.png') });
    return ((await answer.json()) as { logo_url: string }).logo_url;
  };
  const ads = async () =>
    (await w.servers.db.collection('advertisements').find().toArray()).flatMap(
      (shop) => shop['advertisements'] as { file_path: string }[],
    );
  const s3Says = async () => (await w.appContext.health.readiness()).checks['s3'];
  const forget = (id: string) => w.servers.db.collection('accounts').deleteOne({ _id: new mongoose.Types.ObjectId(id) });

  it('stays on record when the bucket is lost, which is said, until the files are back', async () => {
    const { status, path } = await upload();
    expect(status).toBe(201);
    await w.s3.stop('SIGKILL');
    await w.s3.wipe();
    await w.s3.start();
    await until(async () => /sarafa is gone/.test((await s3Says()) ?? ''));
    expect((await upload()).status).toBe(503);
    expect((await fetch(w.urls[0]! + path)).status).toBe(503);
    // The new process has never seen the bucket, but finds the records.
    await w.start(TIMES);
    await until(async () => /sarafa is gone/.test((await s3Says()) ?? ''));
    await sleep(SETTLED_MS);
    expect((await upload()).status).toBe(503);
    await w.storage().makeBucket('sarafa');
    await until(async () => /sarafa is empty/.test((await s3Says()) ?? ''));
    await sleep(SETTLED_MS);
    expect((await upload()).status).toBe(503);
    expect(await ads()).toHaveLength(1);
    await w.storage().putObject('sarafa', path.replace('/media/', ''), mediaFile('vp8.webm'));
    await until(async () => (await s3Says()) === 'ok');
    expect([(await upload()).status, (await fetch(w.urls[0]! + path)).status]).toEqual([201, 200]);
  });

  it('that process does not make again a bucket that it has seen, also without records', async () => {
    const { path } = await upload();
    await w.servers.db.collection('advertisements').deleteMany({});
    await removeBucket();
    await until(async () => /sarafa is gone/.test((await s3Says()) ?? ''));
    expect((await fetch(w.urls[0]! + path)).status).toBe(503);
    expect(await w.storage().bucketExists('sarafa')).toBe(false);
  });

  it('goes from its records when an operator says that the files are lost', async () => {
    await upload();
    await removeBucket();
    await w.storage().makeBucket('sarafa');
    await w.start(ANYWAY);
    await until(async () => (await ads()).length === 0);
    expect((await upload()).status).toBe(201);
  });

  it('stays when so many files are gone that somebody must look', async () => {
    const [kept, ...lost] = [await upload(), await upload(), await upload()];
    for (const { path } of lost) await w.storage().removeObject('sarafa', path.replace('/media/', ''));
    await until(async () => (await w.removals('halted', 'ads-without-file')) === 1);
    await sleep(SETTLED_MS);
    expect([(await ads()).length, await w.removals('watched', 'ads-without-file')]).toEqual([3, 2]);
    await w.start(ANYWAY);
    await until(async () => (await ads()).length === 1);
    expect((await ads())[0]!.file_path).toBe(kept!.path);
    await until(async () => (await w.removals('total', 'ads-without-file')) === 2);
  });

  it('stays while a restore brings files back, and its grace begins when that has ended', async () => {
    const { path } = await upload();
    await upload();
    const restoring = w.servers.db.collection('restoring');
    await restoring.insertOne({ stage: 'files' });
    await w.storage().removeObject('sarafa', path.replace('/media/', ''));
    await sleep(SETTLED_MS);
    expect([(await ads()).length, await w.removals('watched', 'ads-without-file')]).toEqual([2, 0]);
    await restoring.drop();
    await until(async () => (await ads()).length === 1);
  });

  it('stays when so many files have no ad that somebody must look', async () => {
    const stored = [await upload(), await upload('picture.jpg'), await upload('picture.png')];
    const files = await objectsIn(w.s3);
    const ids = stored.slice(1).map(({ id }) => new mongoose.Types.ObjectId(id));
    await w.servers.db.collection('advertisements').deleteMany({ _id: { $in: ids } });
    // A picture has two files and counts as one leftover.
    await until(async () => (await w.removals('watched', 'files-without-ad')) === 2);
    await sleep(SETTLED_MS);
    expect([await w.removals('halted', 'files-without-ad'), await objectsIn(w.s3)]).toEqual([1, files]);
    await w.start(ANYWAY);
    await until(async () => (await objectsIn(w.s3)).length === 1);
  });

  it('stays when so many shops or accounts are unknown that users may have another database', async () => {
    await w.start(LATER);
    const shops = [await upload(), await upload(), await upload()].map(({ id }) => id);
    const id = shops[0]!;
    await w.rpc.call(users.updateShop, { id, fields: {}, logo_url: await storeLogo(id) }, w.admin);
    // These accounts were never published. An account whose state users has purged would count as deleted.
    for (const unknown of [newId(), newId()]) await storeLogo(unknown);
    const files = await objectsIn(w.s3);
    await Promise.all(shops.slice(1).map(forget));
    await w.start(TIMES);
    const whats = ['ads-of-shops', 'logos-of-accounts'];
    for (const what of whats) await until(async () => (await w.removals('halted', what)) === 1);
    await sleep(SETTLED_MS);
    for (const what of whats) expect([what, await w.removals('watched', what)]).toEqual([what, 2]);
    expect([await objectsIn(w.s3), (await ads()).length]).toEqual([files, 3]);
    await w.start(ANYWAY);
    await until(async () => (await objectsIn(w.s3)).every((key) => key.includes(shops[0]!)));
    expect(await ads()).toHaveLength(1);
  });

  it('stays for the grace when an account is lost without a word, and goes at once when it is deleted', async () => {
    await w.start({ ...TIMES, LOGO_GRACE_MS: '3600000' });
    const withLogo = async () => {
      const { id } = await w.createShop();
      await w.rpc.call(users.updateShop, { id, fields: {}, logo_url: await storeLogo(id) }, w.admin);
      return id;
    };
    const [lost, deleted] = [await withLogo(), await withLogo()];
    await forget(lost);
    // Users finds that the key has no document.
    await until(async () => !(await keysInKv(w.servers.nats.url)).some((key) => key.includes(lost)));
    await w.rpc.call(users.deleteShop, { id: deleted }, w.admin);
    await until(async () => !(await objectsIn(w.s3)).some((key) => key.includes(deleted)));
    expect((await objectsIn(w.s3)).filter((key) => key.includes(lost))).toHaveLength(1);
  });

  it('stays when accounts name older logos that they had before, because users may be on an older copy', async () => {
    await w.start(LATER);
    const name = (id: string, logo_url: string) =>
      w.servers.db.collection('accounts').updateOne({ _id: new mongoose.Types.ObjectId(id) }, { $set: { logo_url } });
    const isUsed = (url: string) => w.servers.db.collection('logos').findOne({ _id: keyOf(url) as never, used: true });
    const keyOf = (url: string) => url.replace('/media/', '');
    const shops: { id: string; older: string; newer: string }[] = [];
    for (let i = 0; i < 2; i++) {
      const { id } = await w.createShop();
      const [older, newer] = [await storeLogo(id), await storeLogo(id)];
      for (const logo_url of [older, newer]) {
        await w.rpc.call(users.updateShop, { id, fields: {}, logo_url }, w.admin);
        await until(() => isUsed(logo_url));
      }
      shops.push({ id, older, newer });
    }
    const [good, late] = shops as [(typeof shops)[0], (typeof shops)[0]];
    const files = await objectsIn(w.s3);
    for (const { id, older } of shops) await name(id, older);
    await w.start(TIMES);
    await until(async () => (await w.removals('halted', 'dropped-logos')) === 1);
    await sleep(SETTLED_MS);
    expect([await w.removals('watched', 'dropped-logos'), await objectsIn(w.s3)]).toEqual([2, files]);
    // One alone may go, and what is named again stays.
    await name(good.id, good.newer);
    const kept = [good.newer, late.older].map(keyOf).sort();
    await until(async () => (await objectsIn(w.s3)).length === kept.length);
    expect([(await objectsIn(w.s3)).sort(), await w.removals('total', 'dropped-logos')]).toEqual([kept, 1]);
  });

  it('is only watched at first sight, with its hour', async () => {
    await w.start({ AD_GRACE_MS: '60000', LOGO_GRACE_MS: '60000' });
    await storeLogo(newId());
    await w.start({ AD_GRACE_MS: '60000', LOGO_GRACE_MS: '60000' });
    await until(async () => (await w.removals('watched', 'logos-of-accounts')) === 1);
    const next = (await w.removals('next_timestamp_seconds', 'logos-of-accounts'))!;
    expect(next - Date.now() / 1_000).toBeGreaterThan(50);
    expect(next - Date.now() / 1_000).toBeLessThanOrEqual(60);
  });
});
