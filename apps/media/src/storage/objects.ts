import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AppError, texts } from '@sarafa/contracts';
import { Health } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type BucketItem, Client, S3Error } from 'minio';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { putStream } from './put-stream.js';

/** Larger parts take 240 to 400 MB of memory for one upload. */
const PART_BYTES = 8 * 1024 * 1024;

/** A connection that died without a word would be waited for without end, and whatever waits behind it too. */
const ANSWER_TIMEOUT_MS = 10_000;
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
  private readonly client: Client;
  private readonly bucket: string;
  private ready?: Promise<void>;
  private probing?: Promise<void>;

  constructor(@Inject(MEDIA_CONFIG) config: MediaConfig, health: Health) {
    const { protocol, hostname, port } = new URL(config.S3_ENDPOINT);
    const useSSL = protocol === 'https:';
    this.client = new Client({
      endPoint: hostname,
      port: port ? Number(port) : useSSL ? 443 : 80,
      useSSL,
      accessKey: config.S3_ACCESS_KEY,
      secretKey: config.S3_SECRET_KEY,
      partSize: PART_BYTES,
    });
    this.bucket = config.S3_BUCKET;
    health.add('s3', () => this.probe());
  }

  put(key: string, bytes: Buffer, type: string): Promise<void> {
    return this.asked(
      async () => void (await this.client.putObject(this.bucket, key, bytes, bytes.length, { 'Content-Type': type })),
    );
  }

  /**
   * A file, streamed from disk in one piece: an object is there whole or not at all, and what broke off needs no tidying up.
   * Takes as long as it takes; silence ends it. `signal` does, too.
   */
  putFile({ key, path, bytes, type, disposition }: FileToStore, signal: AbortSignal): Promise<void> {
    return this.asked(
      async () => {
        const url = await answered(this.client.presignedPutObject(this.bucket, key, SIGNED_SECONDS));
        const headers = { 'content-type': type, 'content-length': bytes, 'content-disposition': disposition };
        await putStream(url, headers, createReadStream(path), { silenceMs: SILENCE_MS, signal });
      },
      (work) => work,
    );
  }

  /** Undefined when there is no such object. */
  find(key: string): Promise<StoredObject | undefined> {
    return this.asked(async () => {
      try {
        const { size, etag, metaData } = await this.client.statObject(this.bucket, key);
        const { 'content-type': type, 'content-disposition': disposition } = metaData as Record<string, string>;
        return { bytes: size, etag: `"${etag}"`, type: String(type), disposition };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  /** `length` bytes from `offset`. */
  read(key: string, offset: number, length: number): Promise<Readable> {
    let reading: Promise<Readable> | undefined;
    return this.asked(() => (reading = this.client.getPartialObject(this.bucket, key, offset, length))).catch(
      (error: unknown) => {
        // Nobody reads an answer that comes too late, and its connection would stay open.
        reading?.then((late) => late.destroy()).catch(() => undefined);
        throw error;
      },
    );
  }

  /** Also when it is gone already. */
  remove(key: string): Promise<void> {
    return this.asked(() => this.client.removeObject(this.bucket, key));
  }

  /** All keys that begin with `prefix`, page by page. */
  keysBelow(prefix: string): Promise<string[]> {
    return this.asked(
      async () => {
        const keys: string[] = [];
        for await (const { name } of this.client.listObjectsV2(this.bucket, prefix, true) as AsyncIterable<BucketItem>) {
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

  private async asked<T>(work: () => Promise<T>, within: (work: Promise<T>) => Promise<T> = answered): Promise<T> {
    try {
      await this.ensureBucket();
      return await within(work());
    } catch (error) {
      // It has lost its data: what is stored next finds a bucket again.
      if (error instanceof S3Error && error.code === 'NoSuchBucket') delete this.ready;
      this.log.warn(`S3: ${String(error)}`);
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    }
  }

  private ensureBucket(): Promise<void> {
    this.ready ??= answered(this.makeBucket()).catch((error: unknown) => {
      delete this.ready;
      throw error;
    });
    return this.ready;
  }

  /** One question at a time: a slow S3 isn't asked the more for it, and its late answer still counts. */
  private probe(): Promise<void> {
    this.probing ??= answered(this.makeBucket()).finally(() => delete this.probing);
    return this.probing;
  }

  private async makeBucket(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return;
    await this.client.makeBucket(this.bucket).catch((error: unknown) => {
      if (!(error instanceof S3Error && error.code === 'BucketAlreadyOwnedByYou')) throw error;
    });
  }
}

function answered<T>(work: Promise<T>, timeoutMs = ANSWER_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
  });
  return Promise.race([work, silence]).finally(() => clearTimeout(timer));
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && (error.code === 'NotFound' || error.code === 'NoSuchKey');
}
