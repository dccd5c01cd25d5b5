import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AppError, texts } from '@sarafa/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { type BucketItem, type Client, S3Error } from 'minio';
import { answered } from './answered.js';
import { Bucket } from './bucket.js';
import { putStream } from './put-stream.js';

/** Of a file that is being stored. */
const SILENCE_MS = 15_000;
const LIST_TIMEOUT_MS = 60_000;
/** For which a signed address is good: its use begins at once. */
const SIGNED_SECONDS = 600;

export interface StoredObject {
  readonly bytes: number;
  /** Strong, as S3 gives it. */
  readonly etag: string;
  readonly type: string;
  /** How it is to be shown and what it is called; undefined when nothing was said. */
  readonly disposition: string | undefined;
}

/** A file on disk, and what it becomes. */
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

  constructor(private readonly bucket: Bucket) {}

  /** Throws while the bucket isn't what the records say: then nothing is to be stored in it, nor compared with it. */
  check(): Promise<void> {
    return this.asked(() => this.bucket.check());
  }

  put(key: string, bytes: Buffer, type: string): Promise<void> {
    return this.asked(
      async (bucket) => void (await this.client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': type })),
    );
  }

  /**
   * A file, streamed from disk in one piece: an object is there whole or not at all, and what broke off needs no tidying up.
   * Takes as long as it takes; silence ends it. `signal` does, too.
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
  find(key: string): Promise<StoredObject | undefined> {
    return this.asked(async (bucket) => {
      try {
        const { size, etag, metaData } = await this.client.statObject(bucket, key);
        const { 'content-type': type, 'content-disposition': disposition } = metaData as Record<string, string>;
        return { bytes: size, etag: `"${etag}"`, type: String(type), disposition };
      } catch (error) {
        // S3 says the same of an object in a bucket that is gone.
        if (isMissing(error) && (await this.bucket.exists())) return undefined;
        throw error;
      }
    });
  }

  /** `length` bytes from `offset`. */
  read(key: string, offset: number, length: number): Promise<Readable> {
    let reading: Promise<Readable> | undefined;
    return this.asked((bucket) => (reading = this.client.getPartialObject(bucket, key, offset, length))).catch(
      (error: unknown) => {
        // Nobody reads an answer that comes too late, and its connection would stay open.
        reading?.then((late) => late.destroy()).catch(() => undefined);
        throw error;
      },
    );
  }

  /** Also when it is gone already. */
  remove(key: string): Promise<void> {
    return this.asked((bucket) => this.client.removeObject(bucket, key));
  }

  /** All keys that begin with `prefix`, page by page. */
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

  private get client(): Client {
    return this.bucket.client;
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
