// Measures the cost of one shop's change with few and with many shops in the database, which must not grow with their number; and
// what it costs a gateway that it hears the changes of all shops, also of those that it has no board of.
import { addShops, coreShares, EventStream, median, shopDocument, until } from '@sarafa/testing';
import mongoose from 'mongoose';

const FEW = 100;
const MANY = 50_000;
const BATCH = 5_000;
const CHANGES = 300;
const WARM_UP = 100;

/** How many shops change each second, and the bytes of a change. */
const CHANGES_A_SECOND = 50;
const CHANGE_BYTES = 3_000;
const HEARD_MS = 20_000;

export async function benchChanges(w) {
  const admin = await w.admin();
  const [id] = await addShops(w.db, new Array(FEW).fill({}));
  await until(async () => (await fetch(`${w.gateway.url}/prices/user/${id}`)).ok);
  const stream = await EventStream.open(`${w.gateway.url}/boards/${id}/events`);
  let margin = 0;
  /** Milliseconds from the request to the new rates on the shop's open board. */
  const change = async () => {
    margin = (margin + 1) % 500;
    const before = stream.events.length;
    const startedAt = performance.now();
    const { status } = await admin.call('put', `/user/update/${id}`, { gold_margin: margin / 10 });
    if (status !== 200) throw new Error(`A change was answered ${status}`);
    await until(() => stream.since(before, 'prices').length > 0, 5_000, 1);
    return performance.now() - startedAt;
  };
  const measure = async (count) => {
    const times = [];
    while (times.length < count) times.push(await change());
    return median(times);
  };
  await measure(WARM_UP);
  const few = await measure(CHANGES);
  for (let have = FEW; have < MANY; have += BATCH) {
    const shops = Array.from({ length: Math.min(BATCH, MANY - have) }, () => shopDocument({ unpublished: false }));
    await w.db.collection('accounts').insertMany(shops);
  }
  const many = await measure(CHANGES);
  stream.close();
  await heard(w);
  console.log(
    `A shop's change stands on its board after ${many.toFixed(1)} ms among ${MANY} shops: ${(many / few).toFixed(2)} x of ${few.toFixed(1)} ms among ${FEW}`,
  );
}

/** Other shops' changes, as users would publish them. */
async function heard(w) {
  const bus = await w.bus();
  const [idle] = await coreShares([w.gateway.pid], HEARD_MS);
  const change = JSON.stringify({ rev: 1, value: 'x'.repeat(CHANGE_BYTES) });
  const timer = setInterval(
    () => bus.publish(`$KV.boards.${new mongoose.Types.ObjectId().toHexString()}.profile`, change),
    1_000 / CHANGES_A_SECOND,
  );
  const [busy] = await coreShares([w.gateway.pid], HEARD_MS);
  clearInterval(timer);
  console.log(
    `${CHANGES_A_SECOND} changes a second of shops without a board here: ${(busy - idle).toFixed(2)} % of a core for the gateway (${idle.toFixed(2)} % without)`,
  );
}
