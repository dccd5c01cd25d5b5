const POLL_MS = 500;

/** The trial's MongoDB from here, as its administrator: `{ db, address, end }`. */
export async function openDatabase(kube, release) {
  // Not above: it is built before the first release is installed, and not before this file is read.
  const { database } = await import('@sarafa/testing');
  const secret = await kube.secret(`${release}-credentials`);
  const port = await kube.forward(`${release}-mongodb-0`, 27_017);
  const address = `mongodb://root:${secret['mongodb-root']}@127.0.0.1:${port}/sarafa?authSource=admin&directConnection=true`;
  const db = await database(address);
  return { db, address, end: () => db.close().catch(() => undefined) };
}

/** Asks the market more often than an admin may have it asked: a spec can't wait for minutes. */
export async function quickMarket(kube, { release }, pollMs = POLL_MS) {
  const { setUpdateInterval } = await import('@sarafa/testing');
  const opened = await openDatabase(kube, release);
  await setUpdateInterval(opened.db, pollMs);
  return opened;
}
