import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { DatabaseRepository } from './database.repository.js';
import type { Collection, Manifest, StoredFile } from './manifest.js';
import { NamedFiles } from './named-files.js';
import { Refusal } from './refusal.js';
import { isMissing, type Listed, type S3 } from './s3.js';
import { checked, drain, joined, Tally } from './streams.js';
import { Damaged, type Vault } from './vault.js';

const AT_ONCE = 4;
/** A larger file is read twice, once for its hash, rather than kept in memory or on disk. */
const SMALL_BYTES = 1024 * 1024;

interface Wanted {
  readonly product: string;
  /** How many backups are kept. */
  readonly keep: number;
  readonly say: (sentence: string) => void;
}

/** Makes a backup: what is in the database at one moment, then the files that it names. */
export async function backUp(
  database: DatabaseRepository,
  files: S3,
  vault: Vault,
  { product, keep, say }: Wanted,
): Promise<Manifest> {
  const begun = await database.marked();
  if (begun && !begun.stage)
    throw new Refusal('A restore into this database has begun and has not ended: run it again before the next backup');
  if (!(await database.hasAccounts()))
    throw new Refusal(
      `The database ${database.name} has no accounts: nothing to back up, or something that was not restored yet`,
    );
  let before = await filesOfLast(vault, say, begun?.backup);
  await vault.tidy();
  const at = new Date().toISOString();
  const id = at.replaceAll(':', '-');
  const named = new NamedFiles();
  const isSnapshot = await database.hasSnapshots();
  if (!isSnapshot) say('MongoDB is no replica set: the collections of this backup are not of one moment');
  const collections = await database.atOneMoment((documents) => copyCollections(database, documents, vault, id, named));
  const copied = await copyFiles(files, vault, named, before);
  // The files of the last backup that the new one hasn't taken over would take memory beside the new manifest.
  before = [];
  const manifest: Manifest = { version: 1, id, product, at, isSnapshot, collections, ...copied };
  if (!(await vault.isComplete(manifest)))
    throw new Refusal(
      `Parts of the backup have gone from ${vault.place.name} meanwhile, so it isn't one: was another backup running?`,
    );
  await vault.writeManifest(manifest);
  const { length } = copied.missing;
  if (length > 0) say(`${length} files that records name were not there, as ${copied.missing[0]}`);
  // A restore that still brings files back may need an older backup.
  if (begun) return manifest;
  const gone = await vault.keep(keep, say);
  if (gone.backups + gone.files > 0) say(`Removed ${gone.backups} older backups, and ${gone.files} files that no backup needs`);
  return manifest;
}

/**
 * The files of the last backup, or of the one that is being `restored`, which the bucket may not have yet. What can't be read of an
 * earlier backup doesn't keep the next one from being made.
 */
async function filesOfLast(vault: Vault, say: Wanted['say'], restored?: string): Promise<StoredFile[]> {
  const id = (await vault.ids()).find((one) => one === restored) ?? (await vault.newest());
  if (!id) return [];
  try {
    return (await vault.manifest(id)).files;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    say(error.message);
    return [];
  }
}

async function copyCollections(
  database: DatabaseRepository,
  documents: (name: string) => AsyncIterable<Buffer>,
  vault: Vault,
  id: string,
  named: NamedFiles,
): Promise<Collection[]> {
  const collections: Collection[] = [];
  for (const description of await database.describe()) {
    const { name } = description;
    const tally = new Tally();
    let count = 0;
    const counted = async function* () {
      for await (const document of documents(name)) {
        count++;
        if (NamedFiles.namedBy(name)) named.add(name, DatabaseRepository.parse(document));
        yield document;
      }
    };
    await vault.writeCollection(id, name, tally.of(joined(counted())));
    collections.push({ ...description, count, sha256: tally.sha256() });
  }
  return collections;
}

/** A file that an earlier backup has under the same key isn't read again: files never change. */
async function copyFiles(
  files: S3,
  vault: Vault,
  named: NamedFiles,
  before: StoredFile[],
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const known = new Map(before.map((file) => [file.key, file]));
  const stored = await vault.fileNames();
  const missing = new Set(named.keys);
  const found = new Map<string, Listed>();
  if (await files.exists()) for await (const listed of files.list('')) if (named.has(listed.key)) found.set(listed.key, listed);
  if (found.size === 0 && named.keys.size > 0)
    throw new Refusal(`The bucket has none of the ${named.keys.size} files that records name: is S3_BUCKET the right one?`);
  const limit = pLimit(AT_ONCE);
  const copy = async (listed: Listed): Promise<StoredFile[]> => {
    const same = known.get(listed.key);
    const isKept = same?.size === listed.size && same.etag === listed.etag && stored.has(vault.fileNamed(same.sha256));
    const file = isKept ? same : await copyFile(files, vault, listed, stored);
    if (!file) return [];
    missing.delete(file.key);
    return [file];
  };
  const copied = await limit.map([...found.values()], copy).catch((error: unknown) => {
    limit.clearQueue();
    throw error;
  });
  // What was lost since an earlier backup is in this one too, as long as a record names it.
  const kept = before.filter(({ key, sha256 }) => named.has(key) && !found.has(key) && stored.has(vault.fileNamed(sha256)));
  return { files: [...copied.flat(), ...kept], missing: [...missing] };
}

/** Undefined where the file has gone since it was listed. */
async function copyFile(
  files: S3,
  vault: Vault,
  { key, size, etag }: Listed,
  stored: Set<string>,
): Promise<StoredFile | undefined> {
  try {
    const headers = await files.headers(key);
    const tally = new Tally();
    const reading = tally.of(await files.read(key));
    const small = size <= SMALL_BYTES ? await buffer(reading) : await drain(reading);
    const sha256 = tally.sha256();
    const name = vault.fileNamed(sha256);
    if (!stored.has(name)) {
      // At once, because another file with the same content may come meanwhile.
      stored.add(name);
      const content = small ? [small] : checked(await files.read(key), { size, sha256 }, `The file ${key}`);
      await vault.writeFile(sha256, Readable.from(content));
    }
    return { key, size: tally.size, sha256, etag, ...headers };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
