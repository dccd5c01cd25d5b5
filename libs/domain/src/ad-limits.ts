import { type AdKind, limits, texts } from '@sarafa/contracts';

/** A file as the browser describes it before it is sent; the server judges by the bytes. */
interface ChosenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The media type that the browser derives from the name, `image/png`; empty when the browser knows none. */
  readonly type: string;
}

const IMAGES = ['jpg', 'jpeg', 'jfif', 'pjpeg', 'jpe', 'png', 'webp', 'gif', 'avif'];
const VIDEOS = ['mp4', 'm4v', 'webm', 'mov'];

/** The media types that an ad may have (rule 6.2), also by their older names. */
const AD_FILE_TYPES = [
  'image/jpeg',
  'image/jpg',
  'image/pjpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/mp4',
  'video/x-m4v',
  'video/webm',
  'video/quicktime',
] as const;

/** This many first bytes are enough for `adKindOf`. */
export const AD_FIRST_BYTES = 64;
/** How files of each kind begin: what stands where, as one character a byte. */
const BEGINNINGS: readonly (readonly [AdKind, RegExp])[] = [
  ['image', /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8|RIFF[^]{4}WEBP|[^]{4}ftyp(?:avif|avis|mif1))/],
  ['video', /^(?:[^]{4}ftyp|\x1aE\xdf\xa3[^]*webm)/],
];
/**
 * Sound and photos in the container of films, which the server refuses whatever their name and the browser call them. Of what
 * declares HEIF first (`mif1`), the server takes what declares AVIF as well.
 */
const REFUSED = /^[^]{4}ftyp(?:M4[ABP] |hei[cxms]|hev[cxms]|crx |msf1|mif1(?![^]{4}(?:[^]{4})*avi[fs]))/;
/** What browsers say of a file of which they know nothing. */
const NO_TYPES = ['', 'application/octet-stream'];

/**
 * The kind that a file seems to be: by its first bytes, and where these say nothing, by what the browser says of it. Undefined for
 * a file that can't be an ad.
 */
export function adKindOf({ name, type }: ChosenFile, firstBytes: Uint8Array = new Uint8Array()): AdKind | undefined {
  const text = String.fromCharCode(...firstBytes.subarray(0, AD_FIRST_BYTES));
  // The fourth byte is the length of what a file declares in the container of films.
  if (REFUSED.test(text.slice(0, text.charCodeAt(3) || undefined))) return undefined;
  const [begun] = BEGINNINGS.find(([, beginning]) => beginning.test(text)) ?? [];
  if (begun) return begun;
  if (!NO_TYPES.includes(type))
    return (AD_FILE_TYPES as readonly string[]).includes(type) ? (type.slice(0, 5) as AdKind) : undefined;
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

/** The text for the fault of a chosen file that seems to be of this kind; undefined when there is none. */
export function adFileFault(file: ChosenFile, kind = adKindOf(file)): string | undefined {
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
