import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from './database.mjs';
import { furnish } from './versions.mjs';
import { ask } from './watchers.mjs';

const COMES_BACK_MS = 60_000;

/**
 * Restores MongoDB as docs/operations.md describes. Afterwards boards have to show what was backed up, and nothing that came
 * later.
 */
export async function restore(kube, { release, chart, values, url, admin }) {
  const { isThere, shop } = await furnish(url, admin);
  const kept = await everything(kube, release);
  const { token } = (await ask(`${url}/auth/login`, { method: 'POST', body: admin })).body;
  await ask(`${url}/user/update/${shop.id}`, { method: 'PUT', token, body: { shop_name: 'Later' } });
  await ask(`${url}/user/update/${shop.id}`, { method: 'PUT', token, body: { shop_name: 'Later still' } });
  const was = (await ask(`${url}/user/dashboard/${shop.id}`)).body?.shop_name;

  await kube.kubectl('scale', 'deployment', '--replicas=0', '-l', 'sarafa.io/product=true');
  await putBack(kube, release, kept);
  await kube.kubectl('scale', `statefulset/${release}-nats`, '--replicas=0');
  await kube.kubectl('wait', '--for=delete', `pod/${release}-nats-0`, '--timeout=60s');
  await kube.kubectl('delete', 'pvc', `data-${release}-nats-0`);
  await kube.kubectl('scale', `statefulset/${release}-nats`, '--replicas=1');
  await kube.helm('upgrade', release, chart, '-f', values, '--wait', '--timeout', '10m');
  await kube.settled();
  let back = false;
  for (const until = Date.now() + COMES_BACK_MS; !back && Date.now() < until; await sleep(500)) back = await isThere();
  return { [`after a restore a board shows what was kept, not '${was}'`]: back && was === 'Later still' };
}

async function everything(kube, release) {
  const { db, end } = await openDatabase(kube, release);
  const names = (await db.listCollections()).map(({ name }) => name);
  const kept = new Map();
  for (const name of names) kept.set(name, await db.collection(name).find().toArray());
  await end();
  return kept;
}

async function putBack(kube, release, kept) {
  const { db, end } = await openDatabase(kube, release);
  for (const [name, documents] of kept) {
    await db.collection(name).deleteMany({});
    if (documents.length > 0) await db.collection(name).insertMany(documents);
  }
  await end();
}
