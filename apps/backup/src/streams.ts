import { createHash } from 'node:crypto';
import { type PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

const CHUNK_BYTES = 64 * 1024;

/** What has gone by, counted and hashed. */
export class Tally {
  size = 0;
  private readonly hash = createHash('sha256');

  async *of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.size += chunk.length;
      this.hash.update(chunk);
      yield chunk;
    }
  }

  sha256(): string {
    return this.hash.digest('hex');
  }
}

export const unreadable = (what: string, error: unknown) =>
  new Error(`${what} can't be read, or was changed or damaged: ${(error as Error).message}`);

/** The same content; fails in place of its end where it isn't what `expected` says. */
export async function* checked(
  content: AsyncIterable<Buffer>,
  expected: { size?: number; sha256: string },
  what: string,
): AsyncGenerator<Buffer> {
  const tally = new Tally();
  try {
    yield* tally.of(content);
  } catch (error) {
    // What deciphers and unpacks says that something is wrong, but not of what.
    throw unreadable(what, error);
  }
  const { size = tally.size, sha256 } = expected;
  if (tally.size !== size || tally.sha256() !== sha256)
    throw new Error(`${what} is not what the manifest says: it was changed or damaged`);
}

export const zipped = (content: AsyncIterable<Buffer>) => through(Readable.from(content), createGzip());
export const unzipped = (content: Readable) => through(content, createGunzip());

/** An error at either end ends both; whoever reads the result gets it. */
function through<T extends PassThrough | ReturnType<typeof createGzip>>(from: Readable, by: T): T {
  pipeline(from, by, () => undefined);
  return by;
}

/** The same bytes in larger chunks: each takes its time in each stream that it goes through. */
export async function* joined(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Reads to the end and keeps nothing. */
export async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  const chunks = content[Symbol.asyncIterator]();
  while (!(await chunks.next()).done);
}

/** BSON documents that stand one behind the other. */
export async function* documentsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at);
      if (length < 5) throw new Error('a collection of the backup is damaged');
      if (rest.length - at < length) break;
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('a collection of the backup ends too early');
}
