import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/**
 * Entity tags of files by what is in them. Made of size and time, as usual, they would take one release's page for another's:
 * in an image all files are equally old, and the names of scripts in a page are equally long.
 */
export class FileTags {
  private readonly known = new Map<string, { state: string; tag: string }>();

  /** Weak, because it stands for the compressed file too. Undefined where there is no file, but perhaps a folder. */
  async of(path: string): Promise<string | undefined> {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const state = `${found.size} ${found.mtimeMs}`;
    const known = this.known.get(path);
    if (known?.state === state) return known.tag;
    const hash = createHash('sha256').update(await readFile(path));
    const tag = `W/"${hash.digest('base64url').slice(0, 22)}"`;
    this.known.set(path, { state, tag });
    return tag;
  }
}
