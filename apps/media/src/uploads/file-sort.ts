import type { AdKind } from '@sarafa/contracts';
import { fileTypeFromBuffer } from 'file-type';
import type { PictureFormat } from './pictures.js';

/** So many first bytes tell every type. */
export const TELLING_BYTES = 4_100;

export interface FileSort {
  readonly kind: AdKind;
  readonly extension: string;
  /** Ours, never what its sender says. */
  readonly type: string;
  /** Of an image. */
  readonly format?: PictureFormat;
}

const image = (format: PictureFormat, extension: string): FileSort => ({
  kind: 'image',
  extension,
  type: `image/${extension === 'jpg' ? 'jpeg' : extension}`,
  format,
});
const mp4: FileSort = { kind: 'video', extension: 'mp4', type: 'video/mp4' };

/** By the names that `file-type` gives (rule 6.2). */
const SORTS = new Map<string, FileSort>([
  ['image/jpeg', image('jpeg', 'jpg')],
  ['image/png', image('png', 'png')],
  ['image/apng', image('png', 'png')],
  ['image/webp', image('webp', 'webp')],
  ['image/gif', image('gif', 'gif')],
  ['image/avif', image('heif', 'avif')],
  // Some AVIF files name the container first; the decoder tells them from HEIC.
  ['image/heif', image('heif', 'avif')],
  ['video/mp4', mp4],
  ['video/x-m4v', mp4],
  ['video/webm', { kind: 'video', extension: 'webm', type: 'video/webm' }],
  ['video/quicktime', { kind: 'video', extension: 'mov', type: 'video/quicktime' }],
]);

/** What a file is by its first bytes alone. Undefined for what isn't taken. */
export async function sortOf(firstBytes: Uint8Array): Promise<FileSort | undefined> {
  return SORTS.get((await fileTypeFromBuffer(firstBytes))?.mime ?? '');
}
