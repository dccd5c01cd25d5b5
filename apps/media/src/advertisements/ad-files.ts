import type { AdKind } from '@sarafa/contracts';

/** The prefix of all keys of ads' files. */
export const ADS = 'ads/';

/** The prefix of the files of one ad: `ads/<shop>/<ad>/...`. An ad's id can't be guessed. */
export function folderOf(userId: string, id: string): string {
  return `${belowShop(userId)}${id}/`;
}

export function belowShop(userId: string): string {
  return `${ADS}${userId}/`;
}

/** The file that boards show and that everybody may read. */
export function shownFile(kind: AdKind, extension: string): string {
  return `${kind}.${extension}`;
}

/** An image as it was uploaded. It is served to nobody, because it may say where it was taken. */
export function originalFile(extension: string): string {
  return `original.${extension}`;
}

/** The `file_path` of an object's key, and the key of a `file_path`. */
export function pathOf(key: string): string {
  return `/media/${key}`;
}

export function keyOf(path: string): string {
  return path.replace(/^\/media\//, '');
}

/** The shop and the ad that a file belongs to; undefined for a key that is no ad's. */
export function ownerOf(key: string): { userId: string; id: string } | undefined {
  const match = /^ads\/([0-9a-f]{24})\/([0-9a-f]{24})\//.exec(key);
  return match ? { userId: match[1]!, id: match[2]! } : undefined;
}
