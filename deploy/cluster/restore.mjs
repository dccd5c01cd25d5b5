import { documentsIn, insertDocuments } from '@sarafa/testing';
import { within } from '../local/toolkit/processes.mjs';
import { openDatabase } from './database.mjs';
import { ask, signIn } from './requests.mjs';
import { furnish } from './versions.mjs';

const COMES_BACK_MS = 60_000;

/**
 * Restores MongoDB as docs/operations.md describes. Afterwards boards have to show what was backed up, and nothing that came
 * later.
 */
export async function restore(kube, harness) {
  const { release, url, admin } = harness;
  const { isThere, shop } = await furnish(url, admin);
  const kept = await everything(kube, release);
  const token = await signIn(url, admin);
  await ask(`${url}/user/update/${shop.id}`, { method: 'PUT', token, body: { shop_name: 'Later' } });
  await ask(`${url}/user/update/${shop.id}`, { method: 'PUT', token, body: { shop_name: 'Later still' } });
  const was = (await ask(`${url}/user/dashboard/${shop.id}`)).body?.shop_name;

  await kube.kubectl('scale', 'deployment', '--replicas=0', '-l', 'sarafa.io/product=true');
  await putBack(kube, release, kept);
  await kube.kubectl('scale', `statefulset/${release}-nats`, '--replicas=0');
  await kube.kubectl('wait', '--for=delete', `pod/${release}-nats-0`, '--timeout=60s');
  await kube.kubectl('delete', 'pvc', `data-${release}-nats-0`);
  await kube.kubectl('scale', `statefulset/${release}-nats`, '--replicas=1');
  await kube.upgrade(harness);
  const back = await within(COMES_BACK_MS, isThere, 500);
  return { [`after a restore a board shows what was kept, not '${was}'`]: back && was === 'Later still' };
}

async function everything(kube, release) {
  const { db, end } = await openDatabase(kube, release);
  const kept = await documentsIn(db, []);
  await end();
  return kept;
}

async function putBack(kube, release, kept) {
  const { db, end } = await openDatabase(kube, release);
  for (const name of Object.keys(kept)) await db.collection(name).deleteMany({});
  await insertDocuments(db, kept);
  await end();
}
