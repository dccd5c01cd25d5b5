import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { failedHere } from './server-fault.js';

const PREFIX = 'sarafa-upload-';
/** No upload is silent for this long, so the process that wrote the file is gone. */
const ABANDONED_MS = 3_600_000;

/**
 * A temporary file on disk for one upload, so that uploads don't wait in memory for their end. Letting go of the spool removes
 * the file.
 */
export class Spool {
  readonly path = join(tmpdir(), PREFIX + randomBytes(12).toString('hex'));
  bytes = 0;
  private readonly hash = createHash('sha256');

  /** Writes `chunks` as they come. `check` is called after each chunk, and throws when the file is too large. */
  async fill(chunks: AsyncIterable<Buffer>, check: (bytes: number) => void): Promise<void> {
    const file = await open(this.path, 'wx', 0o600).catch(failedHere);
    try {
      for await (const chunk of chunks) {
        this.bytes += chunk.length;
        check(this.bytes);
        this.hash.update(chunk);
        // Unlike `write`, it goes on until all of the chunk is on disk.
        await file.appendFile(chunk).catch(failedHere);
      }
    } finally {
      await file.close();
    }
  }

  /** The SHA-256 of what was written, to be asked for once. */
  digest(): string {
    return this.hash.digest('hex');
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }

  /** Throws when no file can be made, so that a wrong folder is noticed at start and not by the first upload. */
  static async tryFolder(): Promise<void> {
    const spool = new Spool();
    try {
      await (await open(spool.path, 'wx', 0o600)).close();
    } catch (error) {
      throw new Error(`TMPDIR: uploads wait in ${tmpdir()}, where no file can be made (${String(error)})`, { cause: error });
    } finally {
      await spool.remove().catch(() => undefined);
    }
  }

  /** Removes files of processes that were killed. What can't be removed is none of them, and is passed over. */
  static async removeAbandoned(): Promise<void> {
    const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
    for (const path of names.map((name) => join(tmpdir(), name))) {
      const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
      if (age > ABANDONED_MS) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

/** The first `least` bytes (or all, if there are fewer), and then the whole stream from its start. */
export async function withHead(
  bytes: Readable,
  least: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer, void, void> }> {
  const rest = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < least) {
    const { value, done } = await rest.next();
    if (done) break;
    chunks.push(value as Buffer);
    length += (value as Buffer).length;
  }
  const head = Buffer.concat(chunks);
  async function* all(): AsyncGenerator<Buffer, void, void> {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  }
  return { head, all: all() };
}
