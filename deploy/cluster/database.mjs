import { database, setUpdateInterval } from '@sarafa/testing';

const POLL_MS = 500;

/**
 * Makes the product ask the market more often than an admin may set, since a spec can't wait for minutes. Answers the address of the
 * trial's MongoDB from this machine, with its administrator's password, and `end`.
 */
export async function quickMarket(kube, { release }, pollMs = POLL_MS) {
  const secret = await kube.secret(`${release}-credentials`);
  const port = await kube.forward(`${release}-mongodb-0`, 27_017);
  const address = `mongodb://root:${secret['mongodb-root']}@127.0.0.1:${port}/sarafa?authSource=admin&directConnection=true`;
  const db = await database(address);
  await setUpdateInterval(db, pollMs);
  return { address, end: () => db.close().catch(() => undefined) };
}
