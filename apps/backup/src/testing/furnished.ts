import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Client, BucketItem } from 'minio';
import mongoose, { type mongo } from 'mongoose';
import type { Installation } from './backup-harness.js';

const { Binary, Decimal128, Double, Long, ObjectId } = mongoose.mongo.BSON;

export interface Furnished {
  readonly shop: string;
  readonly film: string;
}

/** A small installation as the services write it, with every kind of file and the types that BSON has beside those of JSON. */
export async function furnish({ db, bucket }: Installation, s3: Client, ads = 3): Promise<Furnished> {
  const shop = new ObjectId();
  const files = Array.from({ length: ads }, () => `ads/${shop.toHexString()}/${new ObjectId().toHexString()}/`);
  await db.createCollection('accounts', { collation: { locale: 'en', strength: 2 } });
  await db.collection('accounts').createIndex({ username: 1 }, { unique: true });
  await db.collection('accounts').insertOne({
    ...{
      _id: shop,
      username: 'Asha',
      rev: 1,
      made: new Date(0),
      big: Long.fromString('9007199254740993'),
      whole: new Double(2),
    },
    ...{
      price: Decimal128.fromString('7412.50'),
      bytes: new Binary(Buffer.from([0, 255])),
      pattern: /^a/i,
      none: null,
      list: [-0, 1],
    },
    sessions: [{ id: 'a session' }],
  });
  await db
    .collection<{ _id: string }>('signing_keys')
    .insertMany([
      { _id: 'ring', rev: 7, keys: [{ kid: 'leaked' }] } as never,
      { _id: 'screens', rev: 3, keys: [{ kid: 'of screens' }] } as never,
    ]);
  await db.collection('failed_sign_ins').createIndex({ at: 1 }, { expireAfterSeconds: 3_600 });
  await db.collection('failed_sign_ins').insertOne({ at: new Date(Date.now() + 3_600_000) });
  const advertisements = files.map((folder) => ({ _id: new ObjectId(), file_path: `/media/${folder}image.webp`, size: 1 }));
  await db.collection('advertisements').insertOne({ _id: shop, advertisements, reservations: [] });
  await db.collection<{ _id: string }>('logos').insertOne({ _id: 'logos/a/logo.webp' });
  await db
    .collection<{ _id: string }>('rate_cards')
    .insertOne({ _id: shop.toHexString(), pictures: ['cards/a/1.png'] } as never);
  await s3.makeBucket(bucket);
  const headers = { 'Content-Type': 'image/webp', 'Content-Disposition': "inline; filename*=UTF-8''gold%20%E0%A4%B8.webp" };
  for (const folder of files) {
    for (const name of ['image.webp', 'original.jpg']) await put(s3, bucket, folder + name, randomBytes(1_000), headers);
  }
  const film = `${files[0]}film.mp4`;
  await put(s3, bucket, film, Buffer.alloc(9 * 1024 * 1024, 'film'), { 'Content-Type': 'video/mp4' });
  for (const key of ['logos/a/logo.webp', 'cards/a/1.png']) await put(s3, bucket, key, Buffer.from(key), headers);
  return { shop: shop.toHexString(), film };
}

export async function put(s3: Client, bucket: string, key: string, content: Buffer, headers = {}): Promise<void> {
  await s3.putObject(bucket, key, content, content.length, headers);
}

export async function keysIn(s3: Client, bucket: string): Promise<string[]> {
  const keys: string[] = [];
  if (!(await s3.bucketExists(bucket))) return keys;
  for await (const { name } of s3.listObjectsV2(bucket, '', true) as AsyncIterable<BucketItem>) keys.push(name!);
  return keys.sort();
}

/** Each object with its content and its headers. */
export async function filesIn(s3: Client, bucket: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const key of await keysIn(s3, bucket)) {
    const { size, metaData } = await s3.statObject(bucket, key);
    const content = await buffer(await s3.getObject(bucket, key));
    const { 'content-type': type, 'content-disposition': disposition } = metaData as Record<string, unknown>;
    found[key] = { size, type, disposition, content: content.toString('base64') };
  }
  return found;
}

/** Each collection with its options, its indexes and its documents as BSON. */
export async function databaseOf(db: mongo.Db): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name, options } of (await db.listCollections().toArray()) as { name: string; options?: unknown }[]) {
    if (name === 'backups') continue;
    const documents = await db.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray();
    const indexes = await db.collection(name).listIndexes().toArray();
    found[name] = { options, indexes, documents: (documents as unknown as Buffer[]).map((one) => one.toString('hex')) };
  }
  return found;
}
