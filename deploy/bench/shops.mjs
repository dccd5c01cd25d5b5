import { addShops, until } from '@sarafa/testing';

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
  await until(async () => (await db.collection('accounts').countDocuments({ unpublished: true })) === 0, 60_000);
  return ids;
}
