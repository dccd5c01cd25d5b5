import { existsSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfigs } from '@sarafa/server';
import { asked } from './asked.js';
import { backUp } from './backup.js';
import { backupApp, type BackupConfig } from './backup.app.js';
import { DatabaseRepository } from './database.repository.js';
import { Keys } from './keys.js';
import type { Manifest } from './manifest.js';
import { requireNoState } from './nats-state.js';
import { type Last, nightly } from './nightly.js';
import { Bucket } from './places/bucket.js';
import { Folder } from './places/folder.js';
import type { Place } from './places/place.js';
import { Refusal } from './refusal.js';
import { restore, restoreFiles } from './restore.js';
import { S3 } from './s3.js';
import { momentOf, Vault } from './vault.js';
import { verify } from './verify.js';

/** There while the last one failed, for whoever watches: the health check of deploy/compose.yaml. */
const FAILED = join(tmpdir(), 'nightly-failed');
/** There while one runs, and afterwards where it was killed. */
const BEGUN = join(tmpdir(), 'nightly-begun');

type Say = (sentence: string) => void;

/** Does what the command line says; throws what an operator has to know where that can't be done. */
export async function run(args: string[], env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const { command, place, keep, id, replace, files: filesAlone } = asked(args);
  const [config] = readConfigs([backupApp], env) as [BackupConfig];
  const vault = new Vault(placeOf(place, config), await Keys.of(config.BACKUP_KEY));
  if (command === 'nightly') {
    const wasKilled = existsSync(BEGUN);
    const forget = () => rmSync(BEGUN, { force: true });
    forget();
    // Whoever is asked to end, as by a restart of the machine, wasn't killed.
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        forget();
        process.kill(process.pid, signal);
      });
    const options = { backup: ['--to', place, '--keep', String(keep)], 'verify-backup': ['--from', place] };
    await nightly(
      async () => {
        const id = await vault.newest();
        return { backup: id ? momentOf(id) : undefined, ...(await lastVerification(config.MONGO_URL)) };
      },
      async (due) => {
        await writeFile(BEGUN, due);
        await run([due, ...options[due]], env, say).finally(forget);
      },
      async (failure) => {
        if (failure === undefined) return rm(FAILED, { force: true });
        say(`${failure}. The next look is in a quarter of an hour.`);
        await writeFile(FAILED, `${failure}\n`);
      },
      wasKilled,
    );
  }
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket } = config;
  const files = new S3({ endpoint, accessKey, secretKey, bucket });
  const database = await DatabaseRepository.connect(config.MONGO_URL);
  const { name } = vault.place;
  try {
    if (command === 'backup') {
      const manifest = await backUp(database, files, vault, { product: config.SARAFA_VERSION, keep, say });
      await recorded(database, say, 'backup', { at: new Date(manifest.at) });
      say(`Backed up: ${contentOf(manifest)}, as ${manifest.id} in ${name}`);
    } else if (command === 'verify-backup') {
      const manifest = await verified(database, say, vault, id);
      say(`Verified: the backup ${manifest.id} in ${name} is whole, ${contentOf(manifest)}`);
    } else if (filesAlone) {
      say(`Restored: ${await restoreFiles(database, files, vault, id)} files that records name and that were not there`);
    } else {
      const requireNone = () => requireNoState(config);
      const manifest = await restore(database, files, vault, { id, replace, requireNoState: requireNone, say });
      say(`Restored: the backup ${manifest.id}, ${contentOf(manifest)}; everybody signs in again`);
    }
  } finally {
    await database.close();
  }
}

function placeOf(place: string, config: BackupConfig): Place {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/*(.*?)\/*$/.exec(place) ?? [];
  if (bucket === undefined) return new Folder(place);
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = config;
  if (!endpoint || !accessKey || !secretKey)
    throw new Refusal(
      `${place}: BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY say how this bucket is reached`,
    );
  if (bucket === config.S3_BUCKET && new URL(endpoint).host === new URL(config.S3_ENDPOINT).host)
    throw new Refusal(`${place}: this is the bucket of the installation itself, which a restore may empty; take another one`);
  return new Bucket({ endpoint, accessKey, secretKey, bucket }, prefix ? `${prefix}/` : '');
}

async function lastVerification(url: string): Promise<Pick<Last, 'verification' | 'damage'>> {
  const database = await DatabaseRepository.connect(url);
  const record = await database.lastVerification().finally(() => database.close());
  const { at, ok, why } = record ?? {};
  return { verification: at, damage: ok === false ? (why ?? 'The last verification found a damaged backup') : undefined };
}

/** Whether it succeeds or not, the database says it, from which metrics are made. */
async function verified(database: DatabaseRepository, say: Say, vault: Vault, id?: string): Promise<Manifest> {
  const record = (ok: boolean, why: string | null) => recorded(database, say, 'verification', { at: new Date(), ok, why });
  try {
    const manifest = await verify(database.beside(`${database.name}_verify`), vault, id);
    await record(true, null);
    return manifest;
  } catch (error) {
    await record(false, (error as Error).message);
    throw error;
  }
}

async function recorded(
  database: DatabaseRepository,
  say: Say,
  what: 'backup' | 'verification',
  fields: Record<string, unknown>,
): Promise<void> {
  await database.record(what, fields).catch((error: Error) => say(`No metric will say so: ${error.message}`));
}

function contentOf({ collections, files, at }: Manifest): string {
  const documents = collections.reduce((sum, { count }) => sum + count, 0);
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
  return `${documents} documents and ${files.length} files (${megabytes.toFixed(1)} MB) of ${at}`;
}
