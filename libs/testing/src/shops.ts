import { newShop } from '@sarafa/contracts';
import mongoose, { type Connection } from 'mongoose';

export type Database = Connection;

const YEAR_MS = 365 * 24 * 3_600_000;

/** Values that specs write into the database as a restore or a newer release might. */
export interface ShopChanges {
  username?: string;
  [field: string]: unknown;
}

/** The product's database, for specs that look past the API. */
export async function database(url: string): Promise<Database> {
  return mongoose.createConnection(url).asPromise();
}

let count = 0;

/** A shop as users would have saved it, but unpublished: the sweep publishes it to the shop's boards. */
export function shopDocument(changes: ShopChanges = {}) {
  return {
    _id: new mongoose.Types.ObjectId(),
    role: 'user',
    username: `shop-${Date.now()}-${++count}`,
    password_hash: 'nobody signs in',
    credentials_version: 1,
    ...newShop,
    shop_name: 'Spec Jewellers',
    // The board moves with every quote.
    dynamic_price_interval: 1,
    subscription_end_date: new Date(Date.now() + YEAR_MS),
    rev: 1,
    unpublished: true,
    ...changes,
  };
}

/** Saves shops and answers their ids in the same order. */
export async function addShops(db: Database, changes: ShopChanges[]): Promise<string[]> {
  const documents = changes.map(shopDocument);
  await db.collection('accounts').insertMany(documents);
  return documents.map(({ _id }) => _id.toHexString());
}

/** Saves a change of a shop as users would; the sweep publishes it. */
export async function changeShop(db: Database, id: string, changes: ShopChanges): Promise<void> {
  const filter = { _id: new mongoose.Types.ObjectId(id) };
  await db.collection('accounts').updateOne(filter, { $set: { ...changes, unpublished: true }, $inc: { rev: 1 } });
}

/** Replaces a shop's custom rows; the sweep publishes them. */
export async function setCustomTables(db: Database, id: string, tables: { title: string; price: number }[]): Promise<void> {
  const rows = tables.map((table) => ({ _id: new mongoose.Types.ObjectId(), createdAt: new Date(), ...table }));
  const filter = { _id: new mongoose.Types.ObjectId(id) };
  const change = { $set: { tables: rows, unpublished: true }, $inc: { rev: 1 } };
  await db.collection('custom_tables').updateOne(filter, change, { upsert: true });
}

/** Sets a switch of the whole site; the sweep publishes it. */
export async function setSiteSwitch(db: Database, name: 'maintenance' | 'public-view', on: boolean): Promise<void> {
  await db.collection('site_settings').updateOne({ _id: name as never }, { $set: { on }, $inc: { rev: 1 } }, { upsert: true });
}

/** Sets how often the market is asked: more often than an admin may set, so that specs needn't wait. */
export async function setUpdateInterval(db: Database, intervalMs: number): Promise<void> {
  const change = { $set: { update_interval_ms: intervalMs }, $setOnInsert: { dynamic_price_interval: 5 }, $inc: { rev: 1 } };
  await db.collection('price_settings').updateOne({ _id: 'market' as never }, change, { upsert: true });
}
