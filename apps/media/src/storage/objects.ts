import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, texts } from '@sarafa/contracts';
import { putStream } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { type BucketItem, type Client, S3Error } from 'minio';
import { answered } from './answered.js';
import { Bucket } from './bucket.js';

/** The longest silence while a file is being stored or read. */
const SILENCE_MS = 15_000;
const LOOK_MS = 1_000;
const LIST_TIMEOUT_MS = 60_000;
/** A rate card is asked for at once by whoever had it made, and at ten in the morning thousands are. */
const FRESH_MS = 2_000;
const MOST_FRESH = 32;
/** How long a signed address is valid. The address is used at once. */
const SIGNED_SECONDS = 600;

interface StoredObject {
  readonly bytes: number;
  /** A strong entity tag, from S3. */
  readonly etag: string;
  readonly type: string;
  /** The Content-Disposition; undefined when none was stored. */
  readonly disposition: string | undefined;
}

/** What this process has just stored, which it needn't ask S3 for. */
interface Fresh {
  readonly object: StoredObject;
  readonly content: Buffer;
  /** By the monotonic clock. */
  readonly until: number;
}

/** A file on disk, with the key and the headers of the object that it becomes. */
export interface FileToStore {
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  readonly disposition: string;
}

/** The bytes of logos and ads, in S3. Every method throws `UNAVAILABLE` while S3 is away. */
@Injectable()
export class Objects {
  private readonly log = new Logger(Objects.name);
  /** Oldest first. */
  private readonly fresh = new Map<string, Fresh>();

  constructor(private readonly bucket: Bucket) {}

  /** Throws while the bucket doesn't fit the records: then nothing may be stored, and nothing compared with the records. */
  check(): Promise<void> {
    return this.asked(() => this.bucket.check());
  }

  put(key: string, content: Buffer, type: string): Promise<void> {
    const bytes = content.length;
    return this.asked(async (bucket) => {
      const { etag } = await this.client.putObject(bucket, key, content, bytes, { 'Content-Type': type });
      if (this.fresh.size >= MOST_FRESH) this.fresh.delete(this.fresh.keys().next().value!);
      const object = { bytes, etag: `"${etag}"`, type, disposition: undefined };
      this.fresh.set(key, { object, content, until: performance.now() + FRESH_MS });
    });
  }

  /**
   * Streams a file from disk in one request, so that an object is there whole or not at all and an interrupted request leaves
   * nothing. There is no time limit; only silence and `signal` end it.
   */
  putFile({ key, path, bytes, type, disposition }: FileToStore, signal: AbortSignal): Promise<void> {
    return this.asked(
      async (bucket) => {
        const url = await answered(this.client.presignedPutObject(bucket, key, SIGNED_SECONDS));
        const headers = { 'content-type': type, 'content-length': bytes, 'content-disposition': disposition };
        await putStream(url, headers, createReadStream(path), { silenceMs: SILENCE_MS, signal });
      },
      (work) => work,
    );
  }

  /** Undefined when there is no such object. */
  async find(key: string): Promise<StoredObject | undefined> {
    return (
      this.freshAt(key)?.object ??
      this.asked((bucket) =>
        this.unlessMissing(async () => {
          const { size, etag, metaData } = await this.client.statObject(bucket, key);
          const { 'content-type': type, 'content-disposition': disposition } = metaData as Record<string, string>;
          return { bytes: size, etag: `"${etag}"`, type: String(type), disposition };
        }),
      )
    );
  }

  /** `length` bytes from `offset`. Undefined when there is no such object. */
  async read(key: string, offset: number, length: number): Promise<Readable | undefined> {
    const fresh = this.freshAt(key);
    if (fresh) return Readable.from([fresh.content.subarray(offset, offset + length)]);
    let reading: Promise<Readable> | undefined;
    return this.asked((bucket) =>
      this.unlessMissing(
        () => (reading = this.client.getPartialObject(bucket, key, offset, length).then((file) => this.unlessSilent(file))),
      ),
    ).catch((error: unknown) => {
      // An answer that comes too late has no reader, and its connection would stay open.
      reading?.then((late) => late.destroy()).catch(() => undefined);
      throw error;
    });
  }

  /** Succeeds also when the object doesn't exist. */
  remove(key: string): Promise<void> {
    this.fresh.delete(key);
    return this.asked((bucket) => this.client.removeObject(bucket, key));
  }

  /** All keys that begin with `prefix`. S3 lists them in pages. */
  keysBelow(prefix: string): Promise<string[]> {
    return this.asked(
      async (bucket) => {
        const keys: string[] = [];
        for await (const { name } of this.client.listObjectsV2(bucket, prefix, true) as AsyncIterable<BucketItem>) {
          if (name) keys.push(name);
        }
        return keys;
      },
      (work) => answered(work, LIST_TIMEOUT_MS),
    );
  }

  async removeBelow(prefix: string): Promise<void> {
    for (const key of await this.keysBelow(prefix)) await this.remove(key);
  }

  private freshAt(key: string): Fresh | undefined {
    const fresh = this.fresh.get(key);
    if (fresh && performance.now() < fresh.until) return fresh;
    this.fresh.delete(key);
    return undefined;
  }

  private get client(): Client {
    return this.bucket.client;
  }

  /** The file, which fails where nothing comes for long though its reader waits. A paused reader leaves bytes unread. */
  private unlessSilent(file: Readable): Readable {
    const { socket } = file as IncomingMessage;
    let [bytes, since] = [socket.bytesRead, performance.now()];
    const look = () => {
      const hasCome = file.readableLength > 0 || socket.bytesRead !== bytes;
      if (hasCome) [bytes, since] = [socket.bytesRead, performance.now()];
      if (performance.now() - since < SILENCE_MS) return;
      this.log.warn('S3: silent within a file');
      file.destroy(new AppError('UNAVAILABLE', texts.errors.partDown));
    };
    const timer = setInterval(look, LOOK_MS).unref();
    return file.once('close', () => clearInterval(timer));
  }

  private async unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // S3 gives the same answer for an object in a missing bucket.
      if (isMissing(error) && (await this.bucket.exists())) return undefined;
      throw error;
    }
  }

  private async asked<T>(
    work: (bucket: string) => Promise<T>,
    within: (work: Promise<T>) => Promise<T> = answered,
  ): Promise<T> {
    try {
      await this.bucket.ensure();
      return await within(work(this.bucket.name));
    } catch (error) {
      this.log.warn(`S3: ${String(error)}`);
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && (error.code === 'NotFound' || error.code === 'NoSuchKey');
}
