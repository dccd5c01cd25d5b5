import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { OwnAdvertisement } from '@sarafa/contracts';
import { filmOf, freePort, mediaFile, startApp, until } from '@sarafa/testing';
import { mediaHarness } from '../testing/media-harness.js';

describe('a file that is asked for again and again', () => {
  const w = mediaHarness();
  const film = mediaFile('h264.mp4');

  const stored = async (bytes = film) => {
    const shop = await w.createShop();
    const body = new FormData();
    body.set('advertisement', new Blob([bytes]), 'film.mp4');
    const headers = { authorization: `Bearer ${(await w.signIn(shop)).token}` };
    const answer = await fetch(`${w.urls[0]}/advertisements`, { method: 'POST', headers, body });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([201, text]);
    return (JSON.parse(text) as { advertisement: OwnAdvertisement }).advertisement.file_path;
  };
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(w.urls[0]! + path, { method, headers });
  const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());
  /** Whether S3 is asked for no bytes: HEAD goes through, and a GET would wait. */
  const isOnDisk = async (path: string) => {
    w.line.hold('GET');
    const answer = ask(path);
    await Promise.race([answer, until(() => w.line.isHolding)]);
    const fromDisk = !w.line.isHolding;
    w.line.letGo();
    await bytesOf(answer);
    return fromDisk;
  };
  const namesOfCopies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('sarafa-hot-'));
  const openCopies = async () => {
    const ids = await readdir('/proc/self/fd');
    const targets = await Promise.all(ids.map((id) => readlink(`/proc/self/fd/${id}`).catch(() => '')));
    return targets.filter((target) => target.includes('sarafa-hot-')).length;
  };
  const becomesHot = (path: string) => until(() => isOnDisk(path));

  it('is read from disk, whole and by ranges, and still asked for in S3', async () => {
    // The bucket doesn't become empty, which would count as lost.
    const [path] = [await stored(), await stored()];
    expect(await isOnDisk(path)).toBe(false);
    await becomesHot(path);
    w.line.hold('GET');
    expect((await bytesOf(ask(path))).equals(film)).toBe(true);
    const part = await ask(path, { range: 'bytes=5-1004' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-1004/${film.length}`]);
    expect((await bytesOf(Promise.resolve(part))).equals(film.subarray(5, 1_005))).toBe(true);
    const head = await ask(path, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(film.length));
    expect((await ask(path, { 'if-none-match': head.headers.get('etag')! })).status).toBe(304);
    w.line.letGo();
    await w.storage().removeObject('sarafa', path.replace('/media/', ''));
    expect((await ask(path)).status).toBe(404);
  });

  it('is replaced when another file has come under its name', async () => {
    const path = await stored();
    await becomesHot(path);
    const other = Buffer.from(film).fill(7, 100);
    await w.storage().putObject('sarafa', path.replace('/media/', ''), other);
    expect((await bytesOf(ask(path))).equals(other)).toBe(true);
    await becomesHot(path);
    expect((await bytesOf(ask(path))).equals(other)).toBe(true);
  });

  it('is fetched once, however many ask at once, and has no name on disk', async () => {
    const path = await stored(filmOf(20_000_000));
    await bytesOf(ask(path));
    w.line.hold('GET');
    const answers = Array.from({ length: 5 }, () => bytesOf(ask(path)));
    await until(() => w.line.held >= 6);
    // Another fetch would come in this time.
    await sleep(300);
    expect([w.line.held, await namesOfCopies()]).toEqual([6, []]);
    w.line.letGo();
    for (const bytes of await Promise.all(answers)) expect(bytes.length).toBe(20_000_000);
    await becomesHot(path);
  });

  it('makes room for others, and goes on to those who read it', async () => {
    await w.start({ HOT_FILES_MB: '30' });
    const [first, second] = [await stored(filmOf(20_000_000)), await stored(filmOf(20_000_001))];
    await becomesHot(first);
    const [reading, leaving] = [(await ask(first)).body!.getReader(), (await ask(first)).body!.getReader()];
    await Promise.all([reading.read(), leaving.read()]);
    await leaving.cancel();
    await becomesHot(second);
    expect(await isOnDisk(first)).toBe(false);
    let bytes = 0;
    for (let next = await reading.read(); !next.done; next = await reading.read()) bytes += next.value.length;
    expect(bytes).toBeGreaterThan(19_000_000);
    // The copy that was dropped is closed with its last reader.
    await until(async () => (await openCopies()) === 1);
  });

  it('is read from S3 while nothing can be written to disk', async () => {
    const path = await stored();
    const [TMPDIR, MEDIA_PORT] = [await mkdtemp(join(tmpdir(), 'sarafa-spec-')), String(await freePort())];
    const files = { S3_ENDPOINT: w.line.url, S3_ACCESS_KEY: w.s3.accessKey, S3_SECRET_KEY: w.s3.secretKey };
    const other = await startApp('media', { env: { ...w.servers.env, ...files, MEDIA_PORT, TMPDIR } });
    await rm(TMPDIR, { recursive: true });
    for (let time = 0; time < 3; time++) {
      expect((await bytesOf(fetch(`http://127.0.0.1:${MEDIA_PORT}${path}`))).equals(film)).toBe(true);
    }
    expect(other.logs.filter((line) => line.includes('No file is kept on disk'))).toHaveLength(1);
    await other.stop();
  });

  it('is read from S3 when it is larger than the disk may hold', async () => {
    await w.start({ HOT_FILES_MB: '10' });
    const path = await stored(filmOf(20_000_000));
    for (let time = 0; time < 3; time++) expect((await bytesOf(ask(path))).length).toBe(20_000_000);
    expect(await isOnDisk(path)).toBe(false);
  });
});
