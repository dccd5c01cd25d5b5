import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/**
 * Entity tags made from the content of files. The usual tags, from size and time, would be equal for two releases: in an image
 * all files have the same time, and two releases' pages have the same length.
 */
export class FileTags {
  private readonly known = new Map<string, { state: string; tag: string }>();

  /** A weak tag, because it also stands for the compressed file. Undefined where there is no file, which includes folders. */
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
