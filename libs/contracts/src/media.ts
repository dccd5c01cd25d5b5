import { z } from 'zod';
import { Id } from './common.js';
import { rpc, slice } from './kinds.js';

export const AdKind = z.enum(['image', 'video']);
export type AdKind = z.infer<typeof AdKind>;

/** A list of ads without those whose `file_type` isn't one of `kinds`. */
function knownOnly<T extends z.ZodType>(kinds: typeof AdKind, ad: T) {
  const isKnown = (sent: { file_type?: unknown } | null) => kinds.safeParse(sent?.file_type).success;
  return z.preprocess((sent) => (Array.isArray(sent) ? sent.filter(isKnown) : sent), z.array(ad));
}

/** An ad as boards show it. */
export const Advertisement = z.object({
  id: Id,
  _id: Id,
  file_type: AdKind,
  /**
   * Path relative to the API base, `/media/...`: of a video the file itself, of an image a rendition no larger than a board
   * needs, without anything but pixels.
   */
  file_path: z.string(),
  /** As its owner named it, for people to read. */
  file_name: z.string(),
  /** Seconds: a video's own length; null for an image, which shows for the shop's `ad_display_time` (rule 6.5). */
  duration: z.number().nullable(),
});
export type Advertisement = z.infer<typeof Advertisement>;
/** An ad of a kind that only a newer release knows is passed over. */
export const Advertisements = knownOnly(AdKind, Advertisement);

/** An ad as its shop sees it on the dashboard. */
export const OwnAdvertisement = Advertisement.extend({
  /** Bytes of the file as it was uploaded. */
  size: z.int().min(0),
  /** What its owner should know, in words: a codec that many TVs can't play. Null when all is well. */
  warning: z.string().nullable(),
});
export type OwnAdvertisement = z.infer<typeof OwnAdvertisement>;
export const OwnAdvertisements = knownOnly(AdKind, OwnAdvertisement);

/** What an upload answers (rule 1.4). */
export const UploadedAdvertisement = z.object({ message: z.string(), advertisement: OwnAdvertisement });
export type UploadedAdvertisement = z.infer<typeof UploadedAdvertisement>;

export const boardAdvertisements = slice('boards/*.advertisements', Advertisements);

export const media = {
  /** The asking shop's own. */
  listAdvertisements: rpc('media.advertisements.list', z.object({}), OwnAdvertisements),
  /** A shop's own, or any by an admin. Its files go with it. */
  deleteAdvertisement: rpc('media.advertisements.delete', z.object({ id: Id }), z.object({})),
};
