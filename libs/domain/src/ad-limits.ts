import { type AdKind, limits, texts } from '@sarafa/contracts';

/** A file as the browser describes it before it is sent; the server judges by the bytes. */
export interface ChosenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The media type that the browser derives from the name, `image/png`; empty when the browser knows none. */
  readonly type: string;
}

const IMAGES = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'];
const VIDEOS = ['mp4', 'm4v', 'webm', 'mov'];

/** The media types that an ad may have (rule 6.2), for a file chooser. */
export const AD_FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/mp4',
  'video/x-m4v',
  'video/webm',
  'video/quicktime',
] as const;

/** The kind that a file seems to be; undefined for a file that can't be an ad. */
export function adKindOf({ name, type }: ChosenFile): AdKind | undefined {
  if (type) return (AD_FILE_TYPES as readonly string[]).includes(type) ? (type.slice(0, 5) as AdKind) : undefined;
  const ending = name.toLowerCase().split('.').pop() ?? '';
  return IMAGES.includes(ending) ? 'image' : VIDEOS.includes(ending) ? 'video' : undefined;
}

/** How many ads of a kind a shop may have. */
export function adPlaces(kind: AdKind): number {
  return kind === 'video' ? limits.ads.videos : limits.ads.images;
}

/** The text for a file that is too large (rule 6.1); undefined when it isn't. */
export function adSizeFault(name: string, kind: AdKind, size: number): string | undefined {
  const most = kind === 'video' ? limits.ads.videoBytes : limits.ads.imageBytes;
  return size > most ? texts.uploads.tooLarge(name, kind) : undefined;
}

/** The text for the fault of a chosen file; undefined when there is none. */
export function adFileFault(file: ChosenFile): string | undefined {
  const kind = adKindOf(file);
  return kind ? adSizeFault(file.name, kind, file.size) : texts.uploads.wrongType(file.name);
}

export type AdCounts = Readonly<Record<AdKind, number>>;

/** The number of ads of each kind. */
export function countAds(ads: readonly { readonly file_type: AdKind }[]): AdCounts {
  const video = ads.filter(({ file_type }) => file_type === 'video').length;
  return { video, image: ads.length - video };
}

/** The text for too many ads (rule 6.1); undefined when `added` more fit. */
export function adSlotFault(current: AdCounts, added: AdCounts): string | undefined {
  if (added.video > 0 && current.video + added.video > adPlaces('video')) return texts.uploads.tooManyVideos(current.video);
  if (added.image > 0 && current.image + added.image > adPlaces('image'))
    return texts.uploads.tooMany(current.image, current.video);
  return undefined;
}
