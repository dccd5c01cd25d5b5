import type * as http from 'node:http';
import { AppError, texts } from '@sarafa/contracts';

/** Room for one film of the largest size and some pictures. */
const MOST_BYTES = 52 * 1_048_576;
/** How long a file is kept after its last reader has gone. */
const KEPT_MS = 60_000;
/** A file that comes from media is read at full speed, so a silence this long is a fault. */
const SILENT_MS = 5_000;

/** Asks media for the whole file. */
export type AskForFile = () => Promise<http.IncomingMessage>;

/** A file that media sends once for all of its readers. A file's bytes never change under its name and tag. */
export class HotFile {
  readers = 0;
  /** As they have come. */
  private readonly chunks: { readonly bytes: Buffer; readonly end: number }[] = [];
  private fault: unknown;
  private answer: http.IncomingMessage | undefined;
  private waiting: (() => void)[] = [];

  constructor(readonly length: number) {}

  /** Reads the file from media; rejects when not all of it has come, and then every reader fails as well. */
  async fill(ask: AskForFile, etag: string): Promise<void> {
    let end = 0;
    try {
      const answer = (this.answer = await ask());
      answer.setTimeout(SILENT_MS, () => answer.destroy());
      if (this.fault) answer.destroy();
      const isSame = answer.statusCode === 200 && answer.headers.etag === etag;
      for await (const bytes of answer as AsyncIterable<Buffer>) {
        end += bytes.length;
        if (!isSame || end > this.length) break;
        this.chunks.push({ bytes, end });
        this.wake();
      }
      if (!isSame || end !== this.length) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    } catch (error) {
      this.fault ??= error;
      this.wake();
      throw error;
    }
  }

  /** Reads no further, because nobody has the file any more. */
  abandon(): void {
    this.fault ??= new AppError('UNAVAILABLE', texts.errors.partDown);
    this.answer?.destroy();
  }

  /** Whether the byte at `at` has come, or comes within `ms`. Throws where the file fails. */
  async reaches(at: number, ms: number): Promise<boolean> {
    let isLate = false;
    const timer = ms < Infinity ? setTimeout(() => ((isLate = true), this.wake()), ms) : undefined;
    this.readers++;
    try {
      for (;;) {
        if (this.fault) throw this.fault;
        if ((this.chunks.at(-1)?.end ?? 0) > at) return true;
        if (isLate) return false;
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
    } finally {
      clearTimeout(timer);
      this.readers--;
    }
  }

  /** The bytes from `first` to `last`, as they come. */
  async *pieces(first: number, last: number): AsyncGenerator<Buffer> {
    this.readers++;
    try {
      for (let at = first, index = 0; at <= last;) {
        if (this.fault) throw this.fault;
        const chunk = this.chunks[index];
        if (!chunk) {
          await new Promise<void>((resolve) => this.waiting.push(resolve));
          continue;
        }
        index++;
        const begin = chunk.end - chunk.bytes.length;
        if (chunk.end > at) yield chunk.bytes.subarray(at - begin, last + 1 - begin);
        at = Math.max(at, chunk.end);
      }
    } finally {
      this.readers--;
    }
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resume of waiting) resume();
  }
}

/** The files that several clients read at once, in bounded memory. */
export class HotFiles {
  private readonly files = new Map<string, { readonly file: HotFile; timer?: NodeJS.Timeout }>();
  private bytes = 0;

  /** Undefined where there is no room: the client is then sent its bytes straight from media. */
  get(path: string, etag: string, length: number, ask: AskForFile): HotFile | undefined {
    const key = `${path} ${etag}`;
    const known = this.files.get(key);
    if (known) {
      this.keep(key);
      return known.file;
    }
    if (!this.makesRoom(length)) return undefined;
    const file = new HotFile(length);
    this.bytes += length;
    this.files.set(key, { file });
    file.fill(ask, etag).catch(() => this.files.get(key)?.file === file && this.drop(key));
    this.keep(key);
    return file;
  }

  has(path: string): boolean {
    return [...this.files.keys()].some((key) => key.startsWith(`${path} `));
  }

  clear(): void {
    for (const key of this.files.keys()) this.drop(key);
  }

  /** Drops files that nobody reads, the longest unread first, but none where all of them together wouldn't be enough. */
  private makesRoom(length: number): boolean {
    const unread = [...this.files].filter(([, { file }]) => file.readers === 0);
    if (this.bytes + length - unread.reduce((sum, [, { file }]) => sum + file.length, 0) > MOST_BYTES) return false;
    for (const [key] of unread) {
      if (this.bytes + length <= MOST_BYTES) break;
      this.drop(key);
    }
    return true;
  }

  /** Makes the file the last one to give way, and drops it once nobody has read it for a while. */
  private keep(key: string): void {
    const entry = this.files.get(key);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.files.delete(key);
    this.files.set(key, entry);
    entry.timer = setTimeout(() => (entry.file.readers > 0 ? this.keep(key) : this.drop(key)), KEPT_MS).unref();
  }

  private drop(key: string): void {
    const entry = this.files.get(key);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.files.delete(key);
    this.bytes -= entry.file.length;
    if (entry.file.readers === 0) entry.file.abandon();
  }
}
