import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import { minio, natsServer, replicaSet, s3Client, type S3Server, type Server, until } from '@sarafa/testing';
import type { Client } from 'minio';
import mongoose, { type mongo } from 'mongoose';
import { run } from '../run.js';

const { MongoClient } = mongoose.mongo;
/** The relative path is the same from `src` and from `dist`. */
const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
export const KEY = 'a key that only specs have, and nobody else';

/** An installation: a database and a bucket. */
export interface Installation {
  readonly db: mongo.Db;
  readonly bucket: string;
  readonly env: Record<string, string>;
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

class BackupHarness {
  nats!: Server;
  s3!: S3Server;
  files!: Client;
  /** Where backups may go. */
  dir!: string;
  private mongo!: Server;
  private client!: mongo.MongoClient;
  private count = 0;

  async open(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'sarafa-backup-'));
    [this.nats, this.mongo, this.s3] = await Promise.all([natsServer(), replicaSet(), minio()]);
    this.files = s3Client(this.s3, { partSize: 8 * 1024 * 1024 });
    this.client = await MongoClient.connect(this.mongo.url, { directConnection: true });
  }

  async close(): Promise<void> {
    await this.client.close();
    await Promise.all([this.nats, this.mongo, this.s3].map((server) => server.remove()));
    await rm(this.dir, { recursive: true });
  }

  /** An empty one. */
  installation(): Installation {
    const name = `installation${++this.count}`;
    const url = this.mongo.url.replace(/\/test$/, `/${name}?directConnection=true`);
    const s3 = {
      S3_ENDPOINT: this.s3.url,
      S3_ACCESS_KEY: this.s3.accessKey,
      S3_SECRET_KEY: this.s3.secretKey,
      S3_BUCKET: name,
    };
    return { db: this.client.db(name), bucket: name, env: { MONGO_URL: url, NATS_URL: this.nats.url, ...s3 } };
  }

  /** A folder for backups. */
  folder(): string {
    return join(this.dir, `backups${++this.count}`);
  }

  start({ env }: Installation, args: string[], more: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [PROGRAM, ...args], {
      env: { BACKUP_KEY: KEY, ...env, ...more },
    });
  }

  /** Does what the program does, in this process; `said` is all that it says. */
  async run({ env }: Installation, args: string[], more: Record<string, string> = {}): Promise<Ended> {
    const said: string[] = [];
    const say = (sentence: string) => void said.push(sentence);
    const code = await run(args, { BACKUP_KEY: KEY, ...env, ...more }, say).then(
      () => 0,
      ({ message }: Error) => (say(message), 1),
    );
    return { code, said: said.map((sentence) => `${sentence}\n`).join('') };
  }

  /** Runs the program itself to its end. */
  async runProgram(installation: Installation, args: string[], more?: Record<string, string>): Promise<Ended> {
    const child = this.start(installation, args, more);
    const [out, error, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    return { code: code as number, said: out + error };
  }

  /** Runs the program until `when`, and kills it. */
  async kill(installation: Installation, args: string[], when: () => Promise<boolean>): Promise<void> {
    const child = this.start(installation, args);
    const exited = once(child, 'exit');
    await until(when, 20_000, 2);
    child.kill('SIGKILL');
    // One that had ended before would have an exit code.
    const [code] = (await exited) as [number | null];
    if (code !== null) throw new Error(`It had ended with ${code} before it was killed`);
  }
}

export function backupHarness(): BackupHarness {
  const w = new BackupHarness();
  beforeAll(() => w.open());
  afterAll(() => w.close());
  return w;
}
