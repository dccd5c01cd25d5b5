// Functions that run in the board's page.

/** What the board's origin keeps on disk. */
export async function cachesIn() {
  let [entries, bytes] = [0, 0];
  const names = await caches.keys();
  for (const name of names) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      entries += 1;
      bytes += (await (await cache.match(request, { ignoreVary: true })).blob()).size;
    }
  }
  const stored = Object.entries(localStorage).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const workers = (await navigator.serviceWorker.getRegistrations()).length;
  const databases = (await indexedDB.databases()).length;
  return { caches: names.length, entries, bytes, stored, workers, databases };
}

/** The milliseconds between each two frames of the next `ms`. */
export async function framesIn(ms) {
  const deltas = [];
  await new Promise((done) => {
    let first;
    let last;
    const frame = (at) => {
      first ??= at;
      if (last !== undefined) deltas.push(at - last);
      last = at;
      if (at - first < ms) requestAnimationFrame(frame);
      else done(undefined);
    };
    requestAnimationFrame(frame);
  });
  return deltas;
}

export async function releaseStateIn() {
  const kept = await (await caches.open('sarafa-releases')).match('/release-state');
  return (await kept?.json()) ?? {};
}

export async function setFailedAt(failedAt) {
  const cache = await caches.open('sarafa-releases');
  const state = await (await cache.match('/release-state')).json();
  await cache.put('/release-state', new Response(JSON.stringify({ ...state, failedAt })));
}
