import { describe, expect, it } from '@jest/globals';
import { mediaFile } from '@sarafa/testing';
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
        if (status < 300) expect(head.headers.get('content-length')).toBe(answer.headers.get('content-length'));
      }
    }
  });
});
