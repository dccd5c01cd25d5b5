import { z } from 'zod';
import { Id } from './common.js';
import { readRpc, rpc, stateKey } from './kinds.js';

export const AdKind = z.enum(['image', 'video']);
export type AdKind = z.infer<typeof AdKind>;

/** A list of ads, without those whose `file_type` isn't one of `kinds`. */
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
   * Path relative to the API base, `/media/...`: the file itself of a video; for an image a version no larger than a board
   * needs, with nothing but its pixels.
   */
  file_path: z.string(),
  /** The file's name as its owner wrote it, for people to read. */
  file_name: z.string(),
  /** Seconds: a video's own length; null for an image, which shows for the shop's `ad_display_time` (rule 6.5). */
  duration: z.number().nullable(),
});
export type Advertisement = z.infer<typeof Advertisement>;
/** An ad of a kind that only a newer release knows is left out. */
export const Advertisements = knownOnly(AdKind, Advertisement);

/** An ad as the dashboard of its shop shows it. */
export const OwnAdvertisement = Advertisement.extend({
  /** The size of the uploaded file in bytes. */
  size: z.int().min(0),
  /** A warning for the owner, such as a codec that many TVs can't play; null when there is none. */
  warning: z.string().nullable(),
});
export type OwnAdvertisement = z.infer<typeof OwnAdvertisement>;
export const OwnAdvertisements = knownOnly(AdKind, OwnAdvertisement);

/** The answer of an upload (rule 1.4). */
export const UploadedAdvertisement = z.object({ message: z.string(), advertisement: OwnAdvertisement });
export type UploadedAdvertisement = z.infer<typeof UploadedAdvertisement>;

export const boardAdvertisements = stateKey('boards/*.advertisements', Advertisements);
/** Exists once the ads of every shop have been published: only then does a shop without ads in KV have none. */
export const advertisementsComplete = stateKey('boards/advertisements-complete', z.object({}));

export const media = {
  /** The ads of the shop that asks. */
  listAdvertisements: readRpc('media.advertisements.list', z.object({}), OwnAdvertisements),
  /** Deletes an ad and its files. For a shop's own ads, and for any ad by an admin. */
  deleteAdvertisement: rpc('media.advertisements.delete', z.object({ id: Id }), z.object({})),
};
