import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { type HotFile, HotFiles } from './hot-files.js';

const MB = 1_048_576;
const TAG = '"tag"';

describe('files that several clients read at once', () => {
  let files: HotFiles;
  let server: Server;
  let asked: number;
  /** How many bytes are sent of each file before its connection breaks. */
  let breaksAt: number;
  /** How many bytes are sent of each file before nothing more comes. */
  let stopsAt: number;
  /** How many requests have ended before their answer. */
  let left: number;

  const bytesOf = (length: number) => Buffer.alloc(length, 'abcdefghijk');
  const ask = (length: number) => (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      get({ port, path: `/${length}`, agent: false }, resolve).once('error', reject);
    });
  const open = (name: string, length: number, tag = TAG) => files.get(name, tag, length, ask(length));
  async function read(file: HotFile, first = 0, last = file.length - 1): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of file.pieces(first, last)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
  /** A reader that has taken the first piece and waits. */
  async function slowReader(file: HotFile): Promise<AsyncGenerator<Buffer>> {
    const pieces = file.pieces(0, file.length - 1);
    await pieces.next();
    return pieces;
  }

  beforeEach(async () => {
    [files, asked, left, breaksAt, stopsAt] = [new HotFiles(), 0, 0, Infinity, Infinity];
    server = createServer((request, response) => {
      asked++;
      const bytes = bytesOf(Number(request.url!.slice(1)));
      response.writeHead(200, { etag: TAG, 'content-length': bytes.length });
      response.on('close', () => (left += Number(!response.writableEnded)));
      if (stopsAt < bytes.length) response.write(bytes.subarray(0, stopsAt));
      else if (breaksAt >= bytes.length) response.end(bytes);
      else response.write(bytes.subarray(0, breaksAt), () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    files.clear();
    server.closeAllConnections();
    server.close();
  });

  it('are asked for once, and give each reader its part', async () => {
    const length = 3 * MB + 7;
    const [file, same] = [open('film', length)!, open('film', length)!];
    expect(same).toBe(file);
    const parts: [number, number][] = [
      [0, length - 1],
      [length - 1, length - 1],
      [65_530, 2 * MB],
      [5, 5],
    ];
    const found = await Promise.all(parts.map(([first, last]) => read(file, first, last)));
    parts.forEach(([first, last], index) => expect(found[index]!.equals(bytesOf(length).subarray(first, last + 1))).toBe(true));
    expect(asked).toBe(1);
    expect(files.has('film')).toBe(true);
    expect(files.has('fil')).toBe(false);
  });

  it('take no more room than there is, and give way only when nobody reads them', async () => {
    expect(open('too large', 53 * MB)).toBeUndefined();
    const reader = await slowReader(open('film', 30 * MB)!);
    await read(open('picture', 20 * MB)!);
    expect(open('other film', 30 * MB)).toBeUndefined();
    // Nothing is dropped for a film that would have no room all the same.
    expect([files.has('film'), files.has('picture')]).toEqual([true, true]);
    expect(open('third film', 21 * MB)).toBeDefined();
    expect([files.has('film'), files.has('picture')]).toEqual([true, false]);
    await reader.return(undefined);
    await read(open('third film', 21 * MB)!);
    expect(open('other film', 30 * MB)).toBeDefined();
    expect(files.has('film')).toBe(false);
  });

  it('are read no further once they have given way', async () => {
    stopsAt = MB;
    const film = open('film', 40 * MB)!;
    expect(await film.reaches(MB - 1, Infinity)).toBe(true);
    expect(await film.reaches(MB, 10)).toBe(false);
    const waits = film.reaches(MB, Infinity);
    expect(open('other film', 30 * MB)).toBeUndefined();
    server.closeAllConnections();
    await expect(waits).rejects.toBeDefined();
    const again = open('film', 40 * MB)!;
    await again.reaches(0, Infinity);
    expect(left).toBe(1);
    expect(open('other film', 30 * MB)).toBeDefined();
    await until(() => left === 2);
    await expect(again.reaches(0, Infinity)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('fail every reader, and are asked for again, when media breaks off or sends another file', async () => {
    breaksAt = MB;
    const broken = open('film', 2 * MB)!;
    const ends = await Promise.allSettled([read(broken), read(broken, MB + 9)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    breaksAt = Infinity;
    expect((await read(open('film', 2 * MB)!)).length).toBe(2 * MB);
    for (const [name, length] of [['film', 2 * MB] as const, ['picture that comes at once', 9] as const]) {
      await expect(read(open(name, length, '"another"')!)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
    await expect(read(files.get('film', TAG + '2', 3 * MB, ask(2 * MB))!)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
