import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Place } from './place.js';

const UNFINISHED = '.part';

export class Folder implements Place {
  readonly name: string;

  constructor(path: string) {
    this.name = resolve(path);
  }

  async list(prefix: string): Promise<string[]> {
    return (await this.all(prefix)).filter((name) => !name.endsWith(UNFINISHED));
  }

  async read(name: string): Promise<Readable | undefined> {
    const file = await open(join(this.name, name)).catch(unlessMissing);
    return file && createReadStream('', { fd: file });
  }

  async write(name: string, content: Readable): Promise<void> {
    const path = join(this.name, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path + UNFINISHED, { mode: 0o600, flush: true }));
    await rename(path + UNFINISHED, path);
  }

  async remove(name: string): Promise<void> {
    const path = join(this.name, name);
    await rm(path, { force: true });
    // The folder goes with the last of its files.
    await rmdir(dirname(path)).catch(() => undefined);
  }

  async tidy(isOwn: (name: string) => boolean): Promise<void> {
    const unfinished = (await this.all('')).filter((name) => name.endsWith(UNFINISHED));
    for (const name of unfinished) if (isOwn(name.slice(0, -UNFINISHED.length))) await this.remove(name);
  }

  private async all(prefix: string): Promise<string[]> {
    const entries = await readdir(join(this.name, prefix), { recursive: true, withFileTypes: true }).catch(unlessMissing);
    const files = (entries ?? []).filter((entry) => entry.isFile());
    return files.map((entry) => relative(this.name, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
