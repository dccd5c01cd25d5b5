import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Keys } from './keys.js';
import { type Collection, Manifest, type StoredFile } from './manifest.js';
import type { Place } from './places/place.js';
import { Refusal } from './refusal.js';
import { checked, documentsOf, unreadable, unzipped, zipped } from './streams.js';

const BACKUPS = 'backups/';
const FILES = 'files/';
const MANIFEST = 'manifest.age';
/** What backups are made of. Whatever else is at the place is somebody else's. */
const OWN = /^(?:backups\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\/[^/]+\.age|files\/[0-9a-f]{2}\/[0-9a-f]{64})$/;
const isOwn = (name: string) => OWN.test(name);

/** The moment of a backup by its id, which has dashes in the place of colons. */
export const momentOf = (id: string) => new Date(id.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

const isPast = (id: string) => momentOf(id) <= new Date();

/** A manifest that can't be read, by the right key. */
export class Damaged extends Refusal {}

/** The backups at one place: a folder each, and the files that they share. */
export class Vault {
  constructor(
    readonly place: Place,
    private readonly keys: Keys,
  ) {}

  /** The ids of whole backups, the oldest first. */
  async ids(): Promise<string[]> {
    return (await this.own(BACKUPS))
      .filter((name) => name.endsWith(`/${MANIFEST}`))
      .map(idOf)
      .sort();
  }

  /** The newest one. One of a time to come, which a clock that was ahead has made, counts only where it is named. */
  async newest(): Promise<string | undefined> {
    return (await this.ids()).filter(isPast).at(-1);
  }

  /** The newest one where no id is given. */
  async manifest(wanted?: string): Promise<Manifest> {
    const id = wanted ?? (await this.newest());
    if (id === undefined) throw new Refusal(`There is no backup in ${this.place.name} that was made before now`);
    const sealed = await this.place.read(`${BACKUPS}${id}/${MANIFEST}`);
    if (!sealed)
      throw new Refusal(`There is no backup ${id} in ${this.place.name}; there are ${(await this.ids()).join(', ') || 'none'}`);
    return this.opened(id, sealed).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      throw new Damaged(`The manifest of the backup ${id} was changed or damaged: remove its folder, and take another backup`);
    });
  }

  async writeManifest(manifest: Manifest): Promise<void> {
    const json = JSON.stringify(manifest);
    const content = gzipSync(`${this.keys.sign(json)}\n${json}`);
    await this.place.write(`${BACKUPS}${manifest.id}/${MANIFEST}`, await this.keys.seal(Readable.from([content])));
  }

  async writeCollection(id: string, name: string, documents: AsyncIterable<Buffer>): Promise<void> {
    await this.place.write(collectionIn(id, name), await this.keys.seal(zipped(documents)));
  }

  /** The documents of a collection; fails at their end where they aren't what the manifest says. */
  async *collection({ id }: Manifest, { name, sha256 }: Collection): AsyncGenerator<Buffer> {
    const what = `The collection ${name} of the backup ${id}`;
    const content = unzipped(await this.opening(collectionIn(id, name), what));
    yield* documentsOf(checked(content, { sha256 }, what));
  }

  async writeFile(sha256: string, content: Readable): Promise<void> {
    await this.place.write(this.fileNamed(sha256), await this.keys.seal(content));
  }

  /** A file's content; fails at its end where that isn't what the manifest says. */
  async *file(file: StoredFile): AsyncGenerator<Buffer> {
    const what = `The file ${file.key} (${this.fileNamed(file.sha256)})`;
    yield* checked(await this.opening(this.fileNamed(file.sha256), what), file, what);
  }

  fileNamed(sha256: string): string {
    const name = this.keys.nameOf(sha256);
    return `${FILES}${name.slice(0, 2)}/${name}`;
  }

  async fileNames(): Promise<Set<string>> {
    return new Set(await this.own(FILES));
  }

  /** Removes what runs have left that were killed. */
  async tidy(): Promise<void> {
    await this.place.tidy(isOwn);
    const whole = new Set(await this.ids());
    for (const name of await this.own(BACKUPS)) if (!whole.has(idOf(name))) await this.place.remove(name);
  }

  /** Whether all of a backup is there that its manifest is about to name. */
  async isComplete({ id, collections, files }: Manifest): Promise<boolean> {
    const there = new Set(await this.own(`${BACKUPS}${id}/`));
    const stored = await this.fileNames();
    return (
      collections.every(({ name }) => there.has(collectionIn(id, name))) &&
      files.every(({ sha256 }) => stored.has(this.fileNamed(sha256)))
    );
  }

  /**
   * Keeps the newest backups, and the files that they name; all files while one of these can't be read. Those of a time to come stay
   * beside them. Answers how many of both have gone.
   */
  async keep(most: number, say: (sentence: string) => void): Promise<{ backups: number; files: number }> {
    const ids = await this.ids();
    const old = ids.filter(isPast).slice(0, -most);
    const kept = ids.filter((id) => !old.includes(id));
    for (const id of old) {
      // The manifest goes first, so that what is left of a backup never looks whole.
      await this.place.remove(`${BACKUPS}${id}/${MANIFEST}`);
      for (const name of await this.own(`${BACKUPS}${id}/`)) await this.place.remove(name);
    }
    const needed = new Set<string>();
    for (const id of kept) {
      try {
        for (const { sha256 } of (await this.manifest(id)).files) needed.add(this.fileNamed(sha256));
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        say(`${error.message}. Until then no file is removed`);
        return { backups: old.length, files: 0 };
      }
    }
    const unneeded = [...(await this.fileNames())].filter((name) => !needed.has(name));
    for (const name of unneeded) await this.place.remove(name);
    return { backups: old.length, files: unneeded.length };
  }

  private async own(prefix: string): Promise<string[]> {
    return (await this.place.list(prefix)).filter(isOwn);
  }

  private async opening(name: string, what: string): Promise<Readable> {
    const sealed = await this.place.read(name);
    if (!sealed) throw new Refusal(`${what} is missing in ${this.place.name}`);
    return this.keys.open(sealed).catch((error: unknown) => {
      throw error instanceof Refusal ? error : unreadable(what, error);
    });
  }

  private async opened(id: string, sealed: Readable): Promise<Manifest> {
    const content = gunzipSync(Buffer.concat(await (await this.keys.open(sealed)).toArray())).toString();
    const end = content.indexOf('\n');
    const json = content.slice(end + 1);
    if (!this.keys.isSigned(json, content.slice(0, end))) throw new Error('not signed');
    const manifest = Manifest.parse(JSON.parse(json));
    // Otherwise somebody could put an old backup in the place of a new one.
    if (manifest.id !== id) throw new Error('of another backup');
    return manifest;
  }
}

const collectionIn = (id: string, name: string) => `${BACKUPS}${id}/${encodeURIComponent(name)}.bson.gz.age`;
const idOf = (name: string) => name.split('/')[1]!;
