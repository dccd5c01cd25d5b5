import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Collection = z.object({
  name: z.string().min(1),
  /** As MongoDB takes them when it makes the collection. */
  options: z.record(z.string(), z.unknown()),
  indexes: z.array(z.record(z.string(), z.unknown())),
  count: z.int().min(0),
  /** Of the documents as BSON, one behind the other in the order of their ids. */
  sha256: Sha256,
});
export type Collection = z.infer<typeof Collection>;

const StoredFile = z.object({
  /** Its key in the installation's bucket. */
  key: z.string().min(1),
  size: z.int().min(0),
  sha256: Sha256,
  etag: z.string(),
  type: z.string(),
  disposition: z.string().optional(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** What a backup consists of. It is written last: a backup without a manifest is none. */
export const Manifest = z.object({
  version: z.literal(1),
  id: z.string(),
  product: z.string(),
  at: z.iso.datetime(),
  /** Whether all collections are of one moment, which only a replica set can give. */
  isSnapshot: z.boolean(),
  collections: z.array(Collection),
  files: z.array(StoredFile),
  /** Files that records name and that weren't there. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;
