import { get, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { filmOf, mediaFile, until } from '@sarafa/testing';
import { AdShop } from './ad-shop.js';

describe('a file', () => {
  const own = new AdShop();
  const film = mediaFile('h264.mp4');
  const at = (path: string, headers: Record<string, string>, method = 'GET') => own.w.get(path, { method, headers });

  it('answers byte ranges, tags and HEAD as video players ask', async () => {
    const { file_path: path } = await own.stored(film, 'film.mp4');
    const { length } = film;
    for (const base of ['', '/api']) {
      const whole = await own.w.get(base + path);
      expect([whole.status, Object.fromEntries(whole.headers)]).toEqual([
        200,
        expect.objectContaining({
          ...{ 'content-type': 'video/mp4', 'content-length': String(length), 'accept-ranges': 'bytes' },
          'cache-control': 'public, max-age=31536000, immutable',
          'content-disposition': 'inline; filename=film.mp4',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          etag: expect.stringMatching(/^"[^"]+"$/) as unknown,
        }),
      ]);
      const etag = whole.headers.get('etag')!;
      const cases: [Record<string, string>, number, string | null, Buffer | undefined][] = [
        [{ range: 'bytes=4-11' }, 206, `bytes 4-11/${length}`, film.subarray(4, 12)],
        [{ range: `bytes=${length - 5}-` }, 206, `bytes ${length - 5}-${length - 1}/${length}`, film.subarray(-5)],
        [{ range: 'bytes=-7' }, 206, `bytes ${length - 7}-${length - 1}/${length}`, film.subarray(-7)],
        [{ range: `bytes=0-${length * 2}` }, 206, `bytes 0-${length - 1}/${length}`, film],
        [{ range: `bytes=-${length * 2}` }, 206, `bytes 0-${length - 1}/${length}`, film],
        [{ range: `bytes=${length}-` }, 416, `bytes */${length}`, undefined],
        [{ range: 'bytes=-0' }, 416, `bytes */${length}`, undefined],
        // An invalid range, or several ranges, are answered with the whole file.
        ...['bytes=9-5', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-'].map(
          (range): [Record<string, string>, number, null, Buffer] => [{ range }, 200, null, film],
        ),
        [{ range: 'bytes=0-3', 'if-range': etag }, 206, `bytes 0-3/${length}`, film.subarray(0, 4)],
        [{ range: 'bytes=0-3', 'if-range': '"another"' }, 200, null, film],
        [{ 'if-none-match': etag }, 304, null, Buffer.alloc(0)],
        [{ 'if-none-match': `W/${etag}, "x"`, range: 'bytes=0-3' }, 304, null, Buffer.alloc(0)],
        [{ 'if-none-match': '"another"' }, 200, null, film],
      ];
      for (const [headers, status, range, bytes] of cases) {
        const answer = await at(base + path, headers);
        expect([headers, answer.status, answer.headers.get('content-range')]).toEqual([headers, status, range]);
        if (bytes) expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
        const head = await at(base + path, headers, 'HEAD');
        expect([headers, head.status, head.headers.get('content-range')]).toEqual([headers, status, range]);
        expect((await head.arrayBuffer()).byteLength).toBe(0);
        if (status === 416) expect(answer.headers.get('cache-control')).toBe('no-store');
        if (status < 300) expect(head.headers.get('content-length')).toBe(answer.headers.get('content-length'));
      }
    }
  });
});

describe('a file that several clients read at once', () => {
  const own = new AdShop();
  const film = filmOf(40 * 1_048_576);
  const { length } = film;
  const slow: IncomingMessage[] = [];

  afterEach(() => slow.splice(0).forEach((answer) => answer.destroy()));

  /** A client that reads the first bytes and no more, so that its read goes on. */
  async function slowRead(path: string): Promise<void> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(own.w.product.url + path, { agent: false }, resolve).once('error', reject),
    );
    slow.push(answer.pause());
  }

  /** How many files and parts of files media has sent to their end. */
  async function sentByMedia(): Promise<number> {
    const text = await (await fetch(`${own.w.product.metricsUrl}/metrics`)).text();
    const sent = text.matchAll(/^sarafa_http_requests_total\{route="\/media\/\*",method="GET",status="20."\} (\d+)$/gm);
    return [...sent].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  it('is sent by media once, and each client gets the bytes that it asks for', async () => {
    const { file_path: path } = await own.stored(film, 'film.mp4');
    await slowRead(path);
    const parts: [string | undefined, number, Buffer][] = [
      [undefined, 200, film],
      ['bytes=0-', 206, film],
      [`bytes=${length - 9}-`, 206, film.subarray(-9)],
      ['bytes=1000000-30000000', 206, film.subarray(1_000_000, 30_000_001)],
      ['bytes=7-7', 206, film.subarray(7, 8)],
    ];
    const read = async ([range, status, bytes]: (typeof parts)[number]) => {
      const answer = await own.w.get(path, range === undefined ? {} : { headers: { range } });
      const headers = Object.fromEntries(answer.headers);
      expect([range, answer.status, headers['content-length']]).toEqual([range, status, String(bytes.length)]);
      expect(headers).toMatchObject({ 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff' });
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    };
    // A later part that isn't in memory yet is sent by media, so first the whole film comes.
    await Promise.all(parts.slice(0, 2).map(read));
    await Promise.all([...parts, ...parts].map(read));
    expect((await own.w.get(path, { headers: { range: `bytes=${length}-` } })).status).toBe(416);
    // Media counts an answer once its last byte has gone.
    await until(async () => (await sentByMedia()) > 0);
    expect(await sentByMedia()).toBe(1);
  });

  it('is gone for new readers once its ad is removed, although a client still reads it from memory', async () => {
    const { id, file_path: path } = await own.stored(film, 'film.mp4');
    for (let count = 0; count < 3; count++) await slowRead(path);
    slow[1]!.destroy();
    expect((await own.bytesOf(path)).equals(film)).toBe(true);
    expect((await own.shop.call('delete', `/advertisements/${id}`)).status).toBe(200);
    // The first client reads from media, and S3 keeps a file until all of its readers have gone.
    slow[0]!.destroy();
    await until(async () => (await own.w.get(path)).status === 404);
  });
});
