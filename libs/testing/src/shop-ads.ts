import mongoose from 'mongoose';
import type { S3Server } from './backing.js';
import { s3Client } from './s3-client.js';
import type { Database } from './shops.js';

const BUCKET = 'sarafa';
const TYPES: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' };

export interface AdFile {
  /** `<anything>.webp|mp4|webm` */
  readonly name: string;
  readonly content: Buffer;
}

export interface StoredAd {
  readonly id: string;
  /** `/media/...` */
  readonly path: string;
  readonly name: string;
}

/** Stores files as media does, without adding them to a shop's ads. */
export async function storeAds(s3: S3Server, shopId: string, files: readonly AdFile[]): Promise<StoredAd[]> {
  const client = s3Client(s3);
  if (!(await client.bucketExists(BUCKET))) await client.makeBucket(BUCKET);
  return Promise.all(
    files.map(async ({ name, content }) => {
      const id = new mongoose.Types.ObjectId().toHexString();
      const extension = name.split('.').pop()!;
      const key = `ads/${shopId}/${id}/${extension === 'webp' ? 'image' : 'video'}.${extension}`;
      await client.putObject(BUCKET, key, content, content.length, { 'Content-Type': TYPES[extension]! });
      return { id, path: `/media/${key}`, name };
    }),
  );
}

/** Makes these the ads of the shop, in this order; media's sweep publishes them. */
export async function setAds(db: Database, shopId: string, ads: readonly StoredAd[]): Promise<void> {
  const advertisements = ads.map(({ id, path, name }) => {
    const isVideo = !name.endsWith('.webp');
    return {
      _id: new mongoose.Types.ObjectId(id),
      file_type: isVideo ? 'video' : 'image',
      file_path: path,
      file_name: name,
      duration: isVideo ? 2 : null,
    };
  });
  const filter = { _id: new mongoose.Types.ObjectId(shopId) };
  const change = { $set: { advertisements, unpublished: true }, $inc: { rev: 1 } };
  await db.collection('advertisements').updateOne(filter, change, { upsert: true });
}
