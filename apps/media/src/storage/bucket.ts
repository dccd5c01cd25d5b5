import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { Health, makeBucket } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type BucketItem, Client, S3Error } from 'minio';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { answered } from './answered.js';

/** Larger parts would take 240 to 400 MB of memory for one upload. */
const PART_BYTES = 8 * 1024 * 1024;
/** A request that S3 hasn't answered by then has no reader any more, and its connection would stay open. */
const LONGEST_ANSWER_MS = 60_000;
/** Within the time that a probe of readiness waits. */
const PROBE_MS = 1_000;
/** The library repeats a request with such an answer, which it doesn't read (`retryHttpCodes` in minio's internal/request). */
const REPEATED = [408, 429, 499, 500, 502, 503, 504, 520];
const HELP = 'Restore the files, or see "Back up and restore" in docs/operations.md';

/** What the database says about files. */
export interface FilesOnRecord {
  /** Whether there is a record of any file, whether or not its bytes have come. */
  areAny(): Promise<boolean>;
  /** Whether there is a record of a file whose bytes have been stored. */
  areStored(): Promise<boolean>;
}

/**
 * The bucket. It is made for a new product only: a lost bucket that was silently made anew would be empty, and every record
 * would look like a leftover.
 */
@Injectable()
export class Bucket {
  private readonly log = new Logger(Bucket.name);
  readonly client: Client;
  readonly name: string;
  private onRecord?: FilesOnRecord;
  private isSeen = false;
  private checking?: Promise<void>;
  private wasGood = false;
  private fault = '';

  constructor(
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
    health: Health,
  ) {
    const { protocol, hostname, port } = new URL(config.S3_ENDPOINT);
    const useSSL = protocol === 'https:';
    this.client = new Client({
      endPoint: hostname,
      port: port ? Number(port) : useSSL ? 443 : 80,
      useSSL,
      accessKey: config.S3_ACCESS_KEY,
      secretKey: config.S3_SECRET_KEY,
      partSize: PART_BYTES,
      transport: transportOver(useSSL ? https : http),
    });
    this.name = config.S3_BUCKET;
    // A storage that is only slow still serves files, which would end if all replicas left the Service at once.
    health.add('s3', () =>
      this.wasGood ? Promise.race([this.check(), sleep(PROBE_MS, undefined, { ref: false })]) : this.check(),
    );
    // Files are read and uploaded by way of a Service, and reading them needs neither NATS nor the database.
    health.need('s3');
  }

  /** Sets what can ask the database, since storage itself has no database. */
  judgeBy(onRecord: FilesOnRecord): void {
    this.onRecord = onRecord;
  }

  /** Resolves once the bucket was found or made. The bucket is looked for once. */
  ensure(): Promise<void> {
    return this.isSeen ? Promise.resolve() : this.check();
  }

  /**
   * Throws with an explanation while the bucket doesn't fit the records. Only one check runs at a time, so that a slow S3 isn't
   * asked even more; a late answer still counts.
   */
  check(): Promise<void> {
    this.checking ??= answered(this.checked())
      .then(
        () => void (this.wasGood = true),
        (error: unknown) => {
          this.wasGood = false;
          throw error;
        },
      )
      .finally(() => delete this.checking);
    return this.checking;
  }

  exists(): Promise<boolean> {
    return this.client.bucketExists(this.name);
  }

  private async checked(): Promise<void> {
    const fault = (await this.exists()) ? await this.faultOfFound() : await this.faultOfMissing();
    if (fault && fault !== this.fault) this.log.error(fault);
    this.fault = fault;
    if (fault) throw new Error(fault);
    this.isSeen = true;
  }

  private async faultOfFound(): Promise<string> {
    if (!(await this.isEmpty()) || !(await this.records.areStored())) return '';
    // The very first file may have been stored since the records were read, so the bucket is looked at once more.
    if (!(await this.isEmpty()) || this.mayBeEmpty()) return '';
    return `the bucket ${this.name} is empty, but there are records of files. ${HELP}`;
  }

  private async faultOfMissing(): Promise<string> {
    if (this.isSeen || (await this.records.areAny()))
      return `the bucket ${this.name} is gone, and it is not made again. ${HELP}`;
    await makeBucket(this.client, this.name).catch((error: unknown) => {
      if (!(error instanceof S3Error && error.code === 'BucketAlreadyOwnedByYou')) throw error;
    });
    return '';
  }

  private get records(): FilesOnRecord {
    if (!this.onRecord) throw new Error('the database is not connected yet');
    return this.onRecord;
  }

  /** Whether an operator has confirmed that the files are lost. */
  private mayBeEmpty(): boolean {
    const { REMOVE_ANYWAY_UNTIL: until } = this.config;
    return until !== undefined && Date.now() < Date.parse(until);
  }

  private async isEmpty(): Promise<boolean> {
    const { objects } = await this.client.listObjectsV2Query(this.name, '', '', '', 1, '');
    return (objects as BucketItem[]).length === 0;
  }
}

/** Ends what the library leaves open: answers that it doesn't read, and requests that nobody waits for any more. */
function transportOver({ request }: typeof http | typeof https): Pick<typeof http, 'request'> {
  const watched = (options: http.RequestOptions, take: (answer: http.IncomingMessage) => void) => {
    const asked = request(options, (answer) => {
      asked.setTimeout(0);
      if (REPEATED.includes(answer.statusCode!)) answer.resume();
      take(answer);
    });
    return asked.setTimeout(LONGEST_ANSWER_MS, () => asked.destroy());
  };
  return { request: watched as typeof http.request };
}
