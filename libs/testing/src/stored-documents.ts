import mongoose from 'mongoose';
import type { Database } from './shops.js';

const { EJSON } = mongoose.mongo.BSON;

/** Documents by collection, in MongoDB's extended JSON. */
export type StoredDocuments = Record<string, unknown[]>;

/** All documents of a database, except for the collections in `leftOut`. */
export async function documentsIn(db: Database, leftOut: string[]): Promise<StoredDocuments> {
  const names = (await db.db!.listCollections().toArray()).map(({ name }) => name).filter((name) => !leftOut.includes(name));
  const found = names.sort().map(async (name) => [name, EJSON.serialize(await db.collection(name).find({}).toArray())]);
  return Object.fromEntries(await Promise.all(found)) as StoredDocuments;
}

export async function insertDocuments(db: Database, stored: StoredDocuments): Promise<void> {
  for (const [name, documents] of Object.entries(stored)) {
    if (documents.length > 0) await db.collection(name).insertMany(EJSON.deserialize(documents as never) as never);
  }
}
