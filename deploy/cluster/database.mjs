const POLL_MS = 500;

/** Opens the trial's MongoDB from this machine, as its administrator: `{ db, address, end }`. */
export async function openDatabase(kube, release) {
  // Imported here and not at the top, because the library is built only after this file was loaded.
  const { database } = await import('@sarafa/testing');
  const secret = await kube.secret(`${release}-credentials`);
  const port = await kube.forward(`${release}-mongodb-0`, 27_017);
  const address = `mongodb://root:${secret['mongodb-root']}@127.0.0.1:${port}/sarafa?authSource=admin&directConnection=true`;
  const db = await database(address);
  return { db, address, end: () => db.close().catch(() => undefined) };
}

/** Makes the product ask the market more often than an admin may set, since a spec can't wait for minutes. */
export async function quickMarket(kube, { release }, pollMs = POLL_MS) {
  const { setUpdateInterval } = await import('@sarafa/testing');
  const opened = await openDatabase(kube, release);
  await setUpdateInterval(opened.db, pollMs);
  return opened;
}
