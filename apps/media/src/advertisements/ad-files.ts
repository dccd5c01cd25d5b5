import type { AdKind } from '@sarafa/contracts';

/** All files of ads are below it. */
export const ADS = 'ads/';

/** The files of one ad: `ads/<shop>/<ad>/...`. Nobody can guess an ad's id. */
export function folderOf(userId: string, id: string): string {
  return `${belowShop(userId)}${id}/`;
}

export function belowShop(userId: string): string {
  return `${ADS}${userId}/`;
}

/** What boards show; everybody may read it. */
export function shownFile(kind: AdKind, extension: string): string {
  return `${kind}.${extension}`;
}

/** An image as it was uploaded. It may tell where it was taken, so nobody is served it. */
export function originalFile(extension: string): string {
  return `original.${extension}`;
}

/** `file_path` of an object, and back. */
export function pathOf(key: string): string {
  return `/media/${key}`;
}

export function keyOf(path: string): string {
  return path.replace(/^\/media\//, '');
}

/** Whose a file is; undefined for what isn't an ad's. */
export function ownerOf(key: string): { userId: string; id: string } | undefined {
  const match = /^ads\/([0-9a-f]{24})\/([0-9a-f]{24})\//.exec(key);
  return match ? { userId: match[1]!, id: match[2]! } : undefined;
}
