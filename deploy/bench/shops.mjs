import { addShops, until } from '@sarafa/testing';
import mongoose from 'mongoose';

/**
 * Saves shops as users would have, but unpublished, so that the sweep publishes all of them. They have five hundred different
 * margins.
 */
export async function benchShops(db, count) {
  const margins = (index) => ({
    gold_margin: (index % 500) / 10,
    silver_margin: (index % 20) / 10,
    sell_margin: (index % 5) / 2,
    buy_margin: index % 4,
  });
  const ids = await addShops(
    db,
    Array.from({ length: count }, (_, index) => margins(index)),
  );
  await published(db, 'accounts');
  return ids;
}

const KINDS = [
  { metal: 'gold', fineness: 1_000, unit_grams: 10 },
  { metal: 'gold', fineness: 916, unit_grams: 8 },
  { metal: 'gold', fineness: 750, unit_grams: 1 },
  { metal: 'silver', fineness: 999, unit_grams: 1_000 },
];

/**
 * Gives each of these shops rows of its own: twenty different lists, of `from` to `most` rows.
 */
export async function benchRows(db, ids, { from, most }) {
  const rowsOf = (list) =>
    Array.from({ length: from + Math.round(((most - from) * list) / 19) }, (_, index) => ({
      ...{ id: `row-${list}-${index}`, title: '', ...KINDS[index % KINDS.length], side: index % 3 === 2 ? 'buy' : 'sell' },
      ...{ percent: list / 4, rupees_per_gram: index * 2.5, round_to: index % 2 ? 1 : 5, rounding: 'nearest', shown: true },
    }));
  const lists = Array.from({ length: 20 }, (_, list) => rowsOf(list));
  await db.collection('rate_rows').bulkWrite(
    ids.map((id, index) => ({
      updateOne: {
        filter: { _id: new mongoose.Types.ObjectId(id) },
        update: { $set: { unpublished: true, rows_mode: 'own', rows: lists[index % lists.length] }, $inc: { rev: 1 } },
        upsert: true,
      },
    })),
  );
  await published(db, 'rate_rows');
}

/** Gives all shops the standard rows again. */
export async function withoutRows(db) {
  const standard = { rows_mode: 'standard', unpublished: true };
  await db.collection('rate_rows').updateMany({}, { $set: standard, $inc: { rev: 1 } });
  await published(db, 'rate_rows');
}

/** Gives all shops a list of fixed rates, and waits until users has published that. */
export async function benchRateList(db, rate_list_id) {
  await db.collection('accounts').updateMany({ role: 'user' }, { $set: { rate_list_id, unpublished: true }, $inc: { rev: 1 } });
  await published(db, 'accounts');
}

/** Waits until the product has published everything in this collection. */
export async function published(db, collection) {
  await until(async () => (await db.collection(collection).countDocuments({ unpublished: true })) === 0, 120_000);
}
