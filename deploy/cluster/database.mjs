import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../local/run.mjs';

const POLL_MS = 500;
const testing = () => import(pathToFileURL(join(ROOT, 'libs/testing/dist/index.js')));

/** The trial's MongoDB from here, as its administrator: `{ db, address, end }`. */
export async function openDatabase(kube, release) {
  const { database } = await testing();
  const secret = await kube.secret(`${release}-credentials`);
  const port = await kube.forward(`${release}-mongodb-0`, 27_017);
  const address = `mongodb://root:${secret['mongodb-root']}@127.0.0.1:${port}/sarafa?authSource=admin&directConnection=true`;
  const db = await database(address);
  return { db, address, end: () => db.close().catch(() => undefined) };
}

/** Asks the market more often than an admin may have it asked: a spec can't wait for minutes. */
export async function quickMarket(kube, { release }, pollMs = POLL_MS) {
  const { setUpdateInterval } = await testing();
  const opened = await openDatabase(kube, release);
  await setUpdateInterval(opened.db, pollMs);
  return opened;
}
