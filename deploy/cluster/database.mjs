import { database, setUpdateInterval } from '@sarafa/testing';

const POLL_MS = 500;

/** Opens the trial's MongoDB from this machine, as its administrator: `{ db, address, end }`. */
async function openDatabase(kube, release) {
  const secret = await kube.secret(`${release}-credentials`);
  const port = await kube.forward(`${release}-mongodb-0`, 27_017);
  const address = `mongodb://root:${secret['mongodb-root']}@127.0.0.1:${port}/sarafa?authSource=admin&directConnection=true`;
  const db = await database(address);
  return { db, address, end: () => db.close().catch(() => undefined) };
}

/** Makes the product ask the market more often than an admin may set, since a spec can't wait for minutes. */
export async function quickMarket(kube, { release }, pollMs = POLL_MS) {
  const opened = await openDatabase(kube, release);
  await setUpdateInterval(opened.db, pollMs);
  return opened;
}
