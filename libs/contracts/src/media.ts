import { z } from 'zod';
import { Id } from './common.js';
import { slice } from './kinds.js';

export const Advertisement = z.object({
  id: Id,
  _id: Id,
  file_type: z.enum(['image', 'video']),
  /** Path relative to the API base, `/media/...`. */
  file_path: z.string(),
  file_name: z.string(),
  /** Seconds: a video's own length; null for an image, which shows for the shop's `ad_display_time` (rulings 6). */
  duration: z.number().nullable(),
});
export type Advertisement = z.infer<typeof Advertisement>;
export const Advertisements = z.array(Advertisement);

export const boardAdvertisements = slice('boards/*.advertisements', Advertisements);
