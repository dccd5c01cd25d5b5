import type { AdKind } from '@sarafa/contracts';
import { fileTypeFromBuffer } from 'file-type';
import type { PictureFormat } from './pictures.js';

/** This many first bytes are enough to recognise every type. */
export const SNIFFED_BYTES = 4_100;

export interface MediaType {
  readonly kind: AdKind;
  readonly extension: string;
  /** The media type that we determined, never the one that the sender named. */
  readonly type: string;
  /** The format of an image; undefined for a video. */
  readonly format?: PictureFormat;
}

const image = (format: PictureFormat, extension: string): MediaType => ({
  kind: 'image',
  extension,
  type: `image/${extension === 'jpg' ? 'jpeg' : extension}`,
  format,
});
const mp4: MediaType = { kind: 'video', extension: 'mp4', type: 'video/mp4' };

/** The accepted types, by the names that the package `file-type` gives (rule 6.2). */
const MEDIA_TYPES = new Map<string, MediaType>([
  ['image/jpeg', image('jpeg', 'jpg')],
  ['image/png', image('png', 'png')],
  ['image/apng', image('png', 'png')],
  ['image/webp', image('webp', 'webp')],
  ['image/gif', image('gif', 'gif')],
  ['image/avif', image('heif', 'avif')],
  // Some AVIF files declare HEIF first; the decoder distinguishes AVIF from HEIC.
  ['image/heif', image('heif', 'avif')],
  ['video/mp4', mp4],
  ['video/x-m4v', mp4],
  ['video/webm', { kind: 'video', extension: 'webm', type: 'video/webm' }],
  ['video/quicktime', { kind: 'video', extension: 'mov', type: 'video/quicktime' }],
]);

/** The type of a file, judged by its first bytes. Undefined for a type that isn't accepted. */
export async function mediaTypeOf(firstBytes: Uint8Array): Promise<MediaType | undefined> {
  return MEDIA_TYPES.get((await fileTypeFromBuffer(firstBytes))?.mime ?? '');
}
