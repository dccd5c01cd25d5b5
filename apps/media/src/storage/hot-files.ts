import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, read, write } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Objects, type StoredObject } from './objects.js';

const MB = 1_048_576;
/** Fewer and larger reads than Node's 64 KB cost a third less processor time. */
const CHUNK_BYTES = MB / 4;
/** Each file that is kept is an open file. */
const MOST_FILES = 500;
/** How many keys are remembered that were asked for once. */
const MOST_ASKED = 1_000;
const FETCH_TIMEOUT_MS = 60_000;
/** After a full disk, or while S3 is away, nothing is fetched for this long. */
const PAUSE_MS = 60_000;

/** For streams over a handle that others share: a stream closes its file when it ends, whatever `autoClose` says. */
const STAYS_OPEN = { close: (_fd: number, done: () => void) => done() };

interface HotFile {
  readonly handle: FileHandle;
  readonly object: StoredObject;
  readers: number;
  isDropped: boolean;
}

/**
 * Copies on disk of the files that are asked for again and again. Whether a file is still there is asked of S3 each time; a
 * copy only spares the transfer of the bytes. A copy has no name: the name is removed before the first byte is written, so
 * neither a process that dies nor one that is killed leaves anything.
 */
@Injectable()
export class HotFiles implements OnApplicationShutdown {
  private readonly log = new Logger(HotFiles.name);
  private readonly most: number;
  /** The least recently used first. */
  private readonly files = new Map<string, HotFile>();
  private readonly fetching = new Map<string, Promise<void>>();
  private readonly asked = new Set<string>();
  /** Of the copies, and of those that are being fetched. */
  private bytes = 0;
  private pausedUntil = 0;

  constructor(
    @Inject(MEDIA_CONFIG) { HOT_FILES_MB }: MediaConfig,
    private readonly objects: Objects,
  ) {
    this.most = HOT_FILES_MB * MB;
  }

  /** `length` bytes from `first` of an object that has just been found. */
  async read(key: string, object: StoredObject, first: number, length: number): Promise<Readable> {
    const file = this.files.get(key);
    if (file?.object.etag === object.etag) return this.fromDisk(key, file, first, length);
    if (this.isHot(key)) this.fetch(key, object);
    return this.objects.read(key, first, length);
  }

  /** Frees the disk of an object that is gone. */
  forget(key: string): void {
    const file = this.files.get(key);
    if (!file) return;
    this.files.delete(key);
    this.bytes -= file.object.bytes;
    file.isDropped = true;
    this.closeUnread(file);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.fetching.values());
    for (const key of [...this.files.keys()]) this.forget(key);
  }

  private fromDisk(key: string, file: HotFile, first: number, length: number): Readable {
    this.files.delete(key);
    this.files.set(key, file);
    file.readers++;
    const [fd, end] = [file.handle.fd, first + length - 1];
    const stream = createReadStream('', { fd, start: first, end, highWaterMark: CHUNK_BYTES, fs: { ...STAYS_OPEN, read } });
    return stream.once('close', () => {
      file.readers--;
      this.closeUnread(file);
    });
  }

  /** A file is hot when it is asked for a second time. */
  private isHot(key: string): boolean {
    const wasAsked = this.asked.delete(key);
    this.asked.add(key);
    if (this.asked.size > MOST_ASKED) this.asked.delete(this.asked.values().next().value!);
    return wasAsked;
  }

  /** Fetches the whole file beside its readers, who don't wait. */
  private fetch(key: string, object: StoredObject): void {
    const { bytes } = object;
    if (this.fetching.has(key) || !this.hasRoom(bytes) || performance.now() < this.pausedUntil) return;
    this.bytes += bytes;
    const work = this.copy(key, bytes)
      .then(
        (handle) => {
          this.forget(key);
          this.files.set(key, { handle, object, readers: 0, isDropped: false });
        },
        (error: unknown) => {
          this.bytes -= bytes;
          this.pausedUntil = performance.now() + PAUSE_MS;
          this.log.warn(`No file is kept on disk for a minute: ${String(error)}`);
        },
      )
      .finally(() => this.fetching.delete(key));
    this.fetching.set(key, work);
  }

  private async copy(key: string, bytes: number): Promise<FileHandle> {
    const path = join(tmpdir(), `sarafa-hot-${randomBytes(12).toString('hex')}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      const source = await this.objects.read(key, 0, bytes);
      const sink = createWriteStream('', { fd: handle.fd, fs: { ...STAYS_OPEN, write } });
      await pipeline(source, sink, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      if (sink.bytesWritten !== bytes) throw new Error(`${key} has ${sink.bytesWritten} of ${bytes} bytes`);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Drops the least recently used copies for `bytes` more. Not those that are being fetched. */
  private hasRoom(bytes: number): boolean {
    if (bytes === 0 || bytes > this.most) return false;
    for (const key of this.files.keys()) {
      if (this.bytes + bytes <= this.most && this.files.size + this.fetching.size < MOST_FILES) break;
      this.forget(key);
    }
    return this.bytes + bytes <= this.most && this.files.size + this.fetching.size < MOST_FILES;
  }

  private closeUnread(file: HotFile): void {
    if (file.isDropped && file.readers === 0)
      void file.handle.close().catch((error: unknown) => this.log.warn(`A copy was not closed: ${String(error)}`));
  }
}
