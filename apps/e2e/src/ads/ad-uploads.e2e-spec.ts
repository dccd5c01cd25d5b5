import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, texts } from '@sarafa/contracts';
import { filmOf, mediaFile, objectsIn, pngOf, type SignedInCaller, until, uploadFilm } from '@sarafa/testing';
import { adsOf, newShop, removeAds, upload } from '../shared/ads.js';
import { harness, type Harness, QUICK } from '../shared/harness.js';

const { uploads } = texts;
const MB = 1_048_576;
/** The silence after which an upload is given up. */
const LEASE_MS = 4_000;
/** An answer that comes sooner doesn't wait for the silence. */
const AT_ONCE_MS = 3_500;

describe('an upload', () => {
  let w: Harness;
  let dir: string;
  let admin: SignedInCaller;
  let shop: SignedInCaller;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sarafa-spec-'));
    w = await harness({
      env: { TMPDIR: dir, UPLOAD_LEASE_MS: String(LEASE_MS), AD_GRACE_MS: '300' },
      withFiles: true,
      pace: QUICK,
    });
    admin = await w.admin();
    shop = await newShop(w.product, admin);
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await removeAds(shop);
  });

  afterAll(async () => {
    await w.end();
    await rm(dir, { recursive: true });
  });

  const reserved = () => w.db.collection('advertisements').countDocuments({ 'reservations.0': { $exists: true } });
  const spooled = async () => (await readdir(dir)).filter((name) => name.startsWith('sarafa-upload-'));
  /** Nothing is left on disk, in S3, or in the shop's places. */
  const leavesNoTrace = () =>
    until(async () => (await reserved()) === 0 && (await spooled()).length === 0 && (await objectsIn(w.s3!)).length === 0);

  /** Begins a form by hand and sends it as far as `sent`; `bytes` are announced. */
  const begin = (token: string | undefined, name: string, sent: Buffer, bytes: number, connection = 'keep-alive') => {
    const { hostname, port } = new URL(w.product.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    const told = { text: '', isClosed: false };
    socket.on('data', (chunk) => (told.text += String(chunk))).on('close', () => (told.isClosed = true));
    const disposition = `content-disposition: form-data; name="advertisement"; filename="${name}"`;
    const head = ['POST /advertisements/upload HTTP/1.1', 'host: x', 'content-type: multipart/form-data; boundary=b'];
    head.push(`connection: ${connection}`);
    if (token) head.push(`authorization: Bearer ${token}`);
    const part = `--b\r\n${disposition}\r\ncontent-type: video/mp4\r\n\r\n`;
    socket.write([...head, `content-length: ${bytes + part.length + '\r\n--b--\r\n'.length}`, '', part].join('\r\n'));
    socket.write(sent);
    const answer = async (within = AT_ONCE_MS): Promise<[number, string]> => {
      const body = await until(() => /\r\n\r\n(\{.*\})/s.exec(told.text)?.[1], within);
      const { statusCode, message } = HttpError.parse(JSON.parse(body));
      return [statusCode, message];
    };
    return { socket, told, answer };
  };

  it.each([
    ['after its first bytes', 5_000],
    ['half-way', 10 * MB],
    ['before its last byte', 20 * MB - 1],
  ])('whose sender goes away %s leaves no trace', async (_, sent) => {
    const film = filmOf(20 * MB);
    const { socket } = begin(shop.token, 'film.mp4', film.subarray(0, sent), film.length);
    await until(async () => (await reserved()) === 1 && (await spooled()).length === 1);
    socket.destroy();
    await leavesNoTrace();
    expect(await adsOf(shop)).toEqual([]);
  });

  it('whose sender goes away while it is drawn becomes no ad', async () => {
    const picture = pngOf(8_000, 8_000);
    const { socket } = begin(shop.token, 'banner.png', Buffer.concat([picture, Buffer.from('\r\n--b--\r\n')]), picture.length);
    const isWhole = async () => (await stat(join(dir, (await spooled())[0]!))).size === picture.length;
    await until(isWhole);
    socket.destroy();
    await leavesNoTrace();
    expect(await adsOf(shop)).toEqual([]);
  });

  it('whose sender says nothing more is ended, and told so', async () => {
    const { answer } = begin(shop.token, 'film.mp4', filmOf(MB), 2 * MB);
    await until(async () => (await reserved()) === 1);
    expect(await answer(LEASE_MS * 3)).toEqual([400, uploads.cutOff]);
    await leavesNoTrace();
  });

  it('that is slow but alive keeps its place', async () => {
    const film = filmOf(MB);
    const { socket, told } = begin(shop.token, 'film.mp4', film.subarray(0, 5_000), film.length);
    const startedAt = Date.now();
    let sent = 5_000;
    while (Date.now() - startedAt < LEASE_MS * 1.25) {
      socket.write(film.subarray(sent, (sent += 1_000)));
      // A slow sender: no silence is as long as a lease, but the whole upload takes longer than one.
      await sleep(LEASE_MS / 20);
      expect(await reserved()).toBe(1);
    }
    socket.write(film.subarray(sent));
    socket.write('\r\n--b--\r\n');
    await until(() => told.text.startsWith('HTTP/1.1 201'));
    expect(await adsOf(shop)).toHaveLength(1);
  });

  it('in a form without an end is refused', async () => {
    const film = mediaFile('h264.mp4');
    // All announced bytes have come, but the form isn't closed.
    const { answer } = begin(shop.token, 'film.mp4', Buffer.concat([film, Buffer.alloc(9)]), film.length);
    expect(await answer()).toEqual([400, uploads.cutOff]);
    await leavesNoTrace();
  });

  it.each(['keep-alive', 'close'])('that can’t succeed is told at once, with most of it unsent (%s)', async (connection) => {
    const full = await newShop(w.product, admin);
    for (const name of ['vp8.webm', 'vp9.webm']) expect((await upload(full, mediaFile(name), name)).status).toBe(201);
    const [film, page] = [filmOf(MB), Buffer.alloc(MB, '<html>')];
    const cases: [string | undefined, string, Buffer, number, number, string][] = [
      [undefined, 'film.mp4', film, 40 * MB, 401, texts.access.signIn],
      ['a.b.c', 'film.mp4', film, 40 * MB, 401, texts.access.signIn],
      [admin.token, 'film.mp4', film, 40 * MB, 403, texts.access.insufficient],
      [shop.token, 'page.mp4', page, 40 * MB, 415, uploads.wrongType('page.mp4')],
      [shop.token, 'film.mp4', film, 51 * MB, 413, uploads.tooLarge('film.mp4', 'video')],
      [shop.token, 'huge.png', mediaFile('picture.png'), 9_000 * MB, 413, uploads.tooLarge('huge.png', 'image')],
      [full.token, 'film.mp4', film, 40 * MB, 409, uploads.tooManyVideos(2)],
    ];
    for (const [token, name, sent, bytes, status, message] of cases) {
      // More bytes than are needed to recognise the type, so that the reader doesn't wait for more.
      const padded = Buffer.concat([sent, Buffer.alloc(Math.max(0, MB - sent.length))]);
      expect([name, ...(await begin(token, name, padded, bytes, connection).answer())]).toEqual([name, status, message]);
    }
    await removeAds(full);
    await leavesNoTrace();
  });

  it('that was refused leaves its connection to the next request', async () => {
    const page = Buffer.alloc(3 * MB, '<html>');
    const { socket, told } = begin(shop.token, 'page.mp4', page, page.length);
    socket.write('\r\n--b--\r\nGET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    const statuses = () => [...told.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    await until(() => statuses().length === 2);
    expect(statuses()).toEqual(['415', '200']);
  });

  it('that doesn’t say how long it is is counted as it comes', async () => {
    expect((await uploadFilm(w.product.url, shop.token, filmOf(51 * MB), { saysLength: false })).status).toBe(413);
    await leavesNoTrace();
    expect((await uploadFilm(w.product.url, shop.token, filmOf(10 * MB), { saysLength: false })).status).toBe(201);
  });

  it('ends with its shop', async () => {
    const leaving = await newShop(w.product, admin);
    const { answer } = begin(leaving.token, 'film.mp4', filmOf(MB), 2 * MB);
    await until(async () => (await reserved()) === 1);
    expect((await admin.call('delete', `/user/delete/${leaving.userId}`)).status).toBe(200);
    expect(await answer()).toEqual([401, texts.access.signIn]);
    await leavesNoTrace();
    await until(async () => (await w.db.collection('advertisements').findOne({ _id: leaving.userId as never })) === null);
  });
});
