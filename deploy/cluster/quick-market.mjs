import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../local/run.mjs';

const POLL_MS = 500;

/** Asks the market more often than an admin may have it asked: a spec can't wait for minutes. */
export async function quickMarket(kube, { release }, pollMs = POLL_MS) {
  const { database, setUpdateInterval } = await import(pathToFileURL(join(ROOT, 'libs/testing/dist/index.js')));
  const secret = await kube.secret(`${release}-credentials`);
  const port = await kube.forward(`${release}-mongodb-0`, 27_017);
  const address = `mongodb://root:${secret['mongodb-root']}@127.0.0.1:${port}/sarafa?authSource=admin&directConnection=true`;
  const db = await database(address);
  await setUpdateInterval(db, pollMs);
  return { address, end: () => db.close().catch(() => undefined) };
}
