import type { Readable } from 'node:stream';
import { makeBucket, putStream } from '@sarafa/server';
import { type BucketItem, Client, S3Error } from 'minio';

/** Larger parts would take more memory for each file that is on its way. */
const PART_BYTES = 8 * 1024 * 1024;
const SIGNED_SECONDS = 600;
const SILENCE_MS = 60_000;
const MISSING = ['NotFound', 'NoSuchKey'];

export interface S3Settings {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
}

export interface Listed {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
}

/** A bucket of any S3. */
export class S3 {
  private readonly client: Client;
  private readonly bucket: string;

  constructor({ endpoint, accessKey, secretKey, bucket }: S3Settings) {
    const { protocol, hostname, port } = new URL(endpoint);
    const useSSL = protocol === 'https:';
    this.bucket = bucket;
    this.client = new Client({
      ...{ endPoint: hostname, port: port ? Number(port) : useSSL ? 443 : 80, useSSL },
      ...{ accessKey, secretKey, partSize: PART_BYTES },
    });
  }

  exists(): Promise<boolean> {
    return this.client.bucketExists(this.bucket);
  }

  make(): Promise<void> {
    return makeBucket(this.client, this.bucket);
  }

  async *list(prefix: string): AsyncGenerator<Listed> {
    for await (const { name, size, etag } of this.client.listObjectsV2(
      this.bucket,
      prefix,
      true,
    ) as AsyncIterable<BucketItem>) {
      if (name) yield { key: name, size, etag: etag.replaceAll('"', '') };
    }
  }

  /** The Content-Type and the Content-Disposition. */
  async headers(key: string): Promise<{ type: string; disposition?: string }> {
    const { metaData } = await this.client.statObject(this.bucket, key);
    const { 'content-type': type, 'content-disposition': disposition } = metaData as Record<string, string | undefined>;
    return { type: type ?? 'application/octet-stream', ...(disposition && { disposition }) };
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.client.statObject(this.bucket, key);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  read(key: string): Promise<Readable> {
    return this.client.getObject(this.bucket, key);
  }

  /** A stream of which nobody knows how long it is. */
  async write(key: string, content: Readable): Promise<void> {
    // The client would wait for ever for the rest of a stream that has failed.
    const failed = new Promise<never>((_, reject) => content.once('error', reject));
    await Promise.race([this.client.putObject(this.bucket, key, content), failed]);
  }

  /** In one piece, as media does: then the ETag is the one that it was, and the key needs no rights to unfinished uploads. */
  async put(key: string, content: Readable, size: number, headers: Record<string, string>): Promise<void> {
    const url = await this.client.presignedPutObject(this.bucket, key, SIGNED_SECONDS);
    const bounds = { silenceMs: SILENCE_MS, signal: new AbortController().signal };
    await putStream(url, { ...headers, 'Content-Length': size }, content, bounds);
  }

  remove(key: string): Promise<void> {
    return this.client.removeObject(this.bucket, key);
  }

  /** Removes the parts of uploads that never ended. */
  async removeUnfinished(prefix: string, isOwn: (key: string) => boolean): Promise<void> {
    for await (const { key } of this.client.listIncompleteUploads(this.bucket, prefix, true) as AsyncIterable<{
      key: string;
    }>) {
      if (isOwn(key)) await this.client.removeIncompleteUpload(this.bucket, key);
    }
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof S3Error && MISSING.includes(error.code ?? '');
}
