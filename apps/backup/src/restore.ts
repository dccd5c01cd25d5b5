import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { DatabaseRepository } from './database.repository.js';
import type { Manifest, StoredFile } from './manifest.js';
import { NamedFiles, NAMING } from './named-files.js';
import { Refusal } from './refusal.js';
import type { S3 } from './s3.js';
import type { Vault } from './vault.js';

const AT_ONCE = 4;
/** One damaged file doesn't keep the others away. After so many failures something else is wrong. */
const MOST_FAILURES = 20;

interface Wanted {
  readonly id?: string | undefined;
  /** The name of the database, from somebody who wants what is in it replaced. */
  readonly replace?: string | undefined;
  /** Throws where NATS has state, which is of what stood here before, or of services that run. */
  readonly requireNoState: () => Promise<void>;
  readonly say: (sentence: string) => void;
}

/** Brings a backup back into an empty installation: the database while services wait, and then the files while they run. */
export async function restore(
  database: DatabaseRepository,
  files: S3,
  vault: Vault,
  { id, replace, requireNoState, say }: Wanted,
): Promise<Manifest> {
  const mark = await database.marked();
  const begun = mark?.stage === 'files_only' ? null : mark;
  // One that was begun goes on with its own backup, also where there is a newer one.
  const manifest = await vault.manifest(id ?? begun?.backup);
  const count = `its ${manifest.files.length} files`;
  if (begun?.stage && begun.backup === manifest.id) {
    // Services may run by now, and what they have written stays, also where the same command has said --replace.
    say(`The database of the backup ${manifest.id} is back since an earlier run: this one goes on with ${count}`);
  } else {
    if (!(await vault.isComplete(manifest)))
      throw new Refusal(`Parts of the backup ${manifest.id} are missing in ${vault.place.name}; name another one by --id`);
    await requireNoState();
    if (!begun || begun.stage) await requireEmpty(database, files, replace);
    // What may be refused comes before the database is touched.
    if (!(await files.exists())) await files.make();
    await database.mark(manifest.id);
    await database.clear();
    for (const collection of manifest.collections) {
      await database.fill(collection, vault.collection(manifest, collection));
      await database.index(collection);
    }
    await removeOthers(files, manifest.files);
    await database.endSessions();
    await requireNoState();
    await database.mark(manifest.id, 'files');
    say(
      `The database of the backup ${manifest.id} is back, and services may start: ${count} come back while they run. Where that is broken off, run it again`,
    );
  }
  await bringFiles(database, files, vault, manifest);
  await database.unmark();
  return manifest;
}

/** Puts back the files that today's records name and that aren't there, while the product runs. Answers how many. */
export async function restoreFiles(database: DatabaseRepository, files: S3, vault: Vault, id?: string): Promise<number> {
  const begun = await database.marked();
  if (begun && !begun.stage) throw new Refusal('A restore has begun here and has not ended: run it again, without --files');
  const manifest = await vault.manifest(id ?? begun?.backup);
  if (!(await files.exists())) await files.make();
  // Until the mark goes, media takes no ad for one whose file is lost.
  if (!begun) await database.mark(manifest.id, 'files_only');
  const count = await bringFiles(database, files, vault, manifest);
  // What another backup has may be only some of the files that were begun with.
  if (!begun || begun.backup === manifest.id) await database.unmark();
  return count;
}

async function bringFiles(database: DatabaseRepository, files: S3, vault: Vault, manifest: Manifest): Promise<number> {
  const named = await namedIn(database);
  // What boards show comes before what was uploaded, and logos, which are small, before ads.
  const rank = ({ key }: StoredFile) => (key.startsWith('logos/') ? 0 : named.keys.has(key) ? 1 : 2);
  const wanted = manifest.files.filter(({ key }) => named.has(key)).sort((a, b) => rank(a) - rank(b));
  const restored = await copyFiles(files, vault, wanted);
  // What the product has deleted meanwhile stays deleted.
  const stillNamed = await namedIn(database);
  for (const key of restored) if (!stillNamed.has(key)) await files.remove(key);
  return restored.length;
}

async function namedIn(database: DatabaseRepository): Promise<NamedFiles> {
  const named = new NamedFiles();
  for (const name of NAMING)
    for await (const document of database.documents(name)) named.add(name, DatabaseRepository.parse(document));
  return named;
}

async function requireEmpty(database: DatabaseRepository, files: S3, replace: string | undefined): Promise<void> {
  if (replace === database.name) return;
  if (replace !== undefined) throw new Refusal(`--replace ${replace}: the database is called ${database.name}`);
  const hint = `restore into an empty installation, or say --replace ${database.name} to have everything replaced that is in it`;
  if (!(await database.isEmpty())) throw new Refusal(`The database ${database.name} is not empty: ${hint}`);
  if (await files.exists())
    for await (const { key } of files.list('')) throw new Refusal(`The bucket is not empty (${key}): ${hint}`);
}

/** Leaves what is there already, which the product may have written. Answers the keys of what it has put back. */
async function copyFiles(files: S3, vault: Vault, wanted: StoredFile[]): Promise<string[]> {
  const there = new Set<string>();
  for await (const { key } of files.list('')) there.add(key);
  const missing = wanted.filter(({ key }) => !there.has(key));
  const restored: string[] = [];
  const failures: Error[] = [];
  let left = missing.length;
  const copy = async (file: StoredFile) => {
    if (failures.length >= MOST_FAILURES) return;
    try {
      if (!(await files.has(file.key))) {
        const headers = { 'Content-Type': file.type, ...(file.disposition && { 'Content-Disposition': file.disposition }) };
        await files.put(file.key, Readable.from(vault.file(file)), file.size, headers);
        restored.push(file.key);
      }
      left--;
    } catch (error) {
      failures.push(error as Error);
    }
  };
  await pLimit(AT_ONCE).map(missing, copy);
  const [first] = failures;
  if (first)
    throw new Refusal(
      `${left} of ${wanted.length} files are not back: ${first.message}. Run the restore again (or with --files), which goes on with them, also while the product runs`,
    );
  return restored;
}

/** Removes what the backup doesn't have, and what is not the same there. */
async function removeOthers(files: S3, wanted: StoredFile[]): Promise<void> {
  const kept = new Map(wanted.map(({ key, size, etag }) => [key, `${size} ${etag}`]));
  const others: string[] = [];
  for await (const { key, size, etag } of files.list('')) if (kept.get(key) !== `${size} ${etag}`) others.push(key);
  for (const key of others) await files.remove(key);
}
