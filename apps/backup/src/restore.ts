import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { DatabaseRepository } from './database.repository.js';
import type { Manifest, StoredFile } from './manifest.js';
import { NamedFiles, NAMING } from './named-files.js';
import { Refusal } from './refusal.js';
import type { S3 } from './s3.js';
import type { Vault } from './vault.js';

const AT_ONCE = 4;

interface Wanted {
  readonly id?: string | undefined;
  /** The name of the database, from somebody who wants what is in it replaced. */
  readonly replace?: string | undefined;
  /** Throws where NATS has state, which is of what stood here before, or of services that run. */
  readonly requireNoState: () => Promise<void>;
}

/** Brings a backup back into an empty installation. */
export async function restore(
  database: DatabaseRepository,
  files: S3,
  vault: Vault,
  { id, replace, requireNoState }: Wanted,
): Promise<Manifest> {
  const begun = await database.marked();
  // One that was begun goes on with its own backup, also where there is a newer one.
  const manifest = await vault.manifest(id ?? begun?.backup);
  if (!(await vault.isComplete(manifest)))
    throw new Refusal(`Parts of the backup ${manifest.id} are missing in ${vault.place.name}; name another one by --id`);
  await requireNoState();
  if (!begun) await requireEmpty(database, files, replace);
  await database.mark(manifest.id);
  await database.clear();
  for (const collection of manifest.collections) {
    await database.fill(collection, vault.collection(manifest, collection));
    await database.index(collection);
  }
  if (!(await files.exists())) await files.make();
  await copyFiles(files, vault, manifest.files);
  await removeOthers(files, manifest.files);
  await database.endSessions();
  await requireNoState();
  await database.unmark();
  return manifest;
}

/** Puts back the files that today's records name and that aren't there. Answers how many. */
export async function restoreFiles(database: DatabaseRepository, files: S3, vault: Vault, id?: string): Promise<number> {
  const manifest = await vault.manifest(id);
  if (await database.marked()) throw new Refusal('A restore has begun here and has not ended: run it again, without --files');
  const named = new NamedFiles();
  for (const name of NAMING)
    for await (const document of database.documents(name)) named.add(name, DatabaseRepository.parse(document));
  if (!(await files.exists())) await files.make();
  return copyFiles(
    files,
    vault,
    manifest.files.filter(({ key }) => named.has(key)),
  );
}

async function requireEmpty(database: DatabaseRepository, files: S3, replace: string | undefined): Promise<void> {
  if (replace === database.name) return;
  if (replace !== undefined) throw new Refusal(`--replace ${replace}: the database is called ${database.name}`);
  const hint = `restore into an empty installation, or say --replace ${database.name} to have everything replaced that is in it`;
  if (!(await database.isEmpty())) throw new Refusal(`The database ${database.name} is not empty: ${hint}`);
  if (await files.exists())
    for await (const { key } of files.list('')) throw new Refusal(`The bucket is not empty (${key}): ${hint}`);
}

/** Leaves those that are there already. */
async function copyFiles(files: S3, vault: Vault, wanted: StoredFile[]): Promise<number> {
  const there = new Map<string, string>();
  for await (const { key, size, etag } of files.list('')) there.set(key, `${size} ${etag}`);
  const missing = wanted.filter(({ key, size, etag }) => there.get(key) !== `${size} ${etag}`);
  const limit = pLimit(AT_ONCE);
  const copy = async (file: StoredFile) => {
    const headers = { 'Content-Type': file.type, ...(file.disposition && { 'Content-Disposition': file.disposition }) };
    await files.put(file.key, Readable.from(vault.file(file)), file.size, headers);
  };
  await limit.map(missing, copy).catch((error: unknown) => {
    limit.clearQueue();
    throw error;
  });
  return missing.length;
}

async function removeOthers(files: S3, wanted: StoredFile[]): Promise<void> {
  const keys = new Set(wanted.map(({ key }) => key));
  const others: string[] = [];
  for await (const { key } of files.list('')) if (!keys.has(key)) others.push(key);
  for (const key of others) await files.remove(key);
}
