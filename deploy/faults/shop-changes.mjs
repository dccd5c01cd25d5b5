// What shops, and an admin for them, change. Each change notes which values may be stored from then on.
import { mediaFile } from '@sarafa/testing';
import { Register } from './history.mjs';

const MAX_ROWS = 6;
const MAX_ADS = 3;
const MAX_RATE_ROWS = 3;
const HOUR_MS = 3_600_000;

async function field(w, shop) {
  const name = w.rng.one(Object.keys(shop.fields));
  const value = valueOf(w, name);
  await shop.fields[name].set(value, () => w.admin('put', `/user/update/${shop.id}`, { [name]: value }));
}

function valueOf(w, name) {
  if (name === 'shop_name') return `Shop ${w.rng.between(1, 1e6)}`;
  if (name === 'rate_list_id') return w.rng.next() < 0.5 ? null : w.rng.one(w.lists).id;
  return w.rng.between(0, 500) / 10;
}

/** Sometimes with a `rev` of somebody who hasn't read the last list, which is refused. */
async function rateRows(w, shop) {
  const path = `/user/rate-rows/${shop.id}`;
  const read = await w.admin('get', path);
  if (read.status !== 200) return;
  const rev = read.body.rev + w.rng.one([0, 0, 0, 1]);
  const rows_mode = w.rng.one(['own', 'own', 'standard']);
  const ids = Array.from({ length: w.rng.between(0, MAX_RATE_ROWS) }, () => `row-${w.rng.between(1, 1e9)}`);
  const rows = ids.map((id) => ({ id, metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' }));
  await shop.rateRows.set({ rows_mode, ids }, () => w.admin('put', path, { rev, rows_mode, rows }));
}

/** For longer than the run lasts, also by a wrong clock. */
async function hold(w, shop) {
  const until = w.rng.next() < 0.4 ? new Date(Date.now() + 9 * HOUR_MS).toISOString() : null;
  const path = `/user/rates/hold/${shop.id}`;
  await shop.heldUntil.set(until, () => w.admin('put', path, { until }));
}

async function row(w, shop) {
  const price = w.rng.between(1, 1e6);
  const known = [...shop.rows.values()].filter(({ id }) => id);
  if (known.length >= MAX_ROWS || (known.length > 0 && w.rng.next() < 0.5)) {
    const row = w.rng.one(known);
    if (w.rng.next() < 0.5) return row.price.set(price, () => w.admin('put', `/admin/custom-tables/${row.id}`, { price }));
    return row.there.set(false, () => remove(w, row, `/admin/custom-tables/${row.id}`));
  }
  const title = `row ${w.rng.between(1, 1e9)}`;
  const there = new Register(`${shop.id}.${title}`, false, w.history);
  const row = { title, there, price: new Register(`${shop.id}.${title}.price`, price, w.history) };
  shop.rows.set(title, row);
  await there.set(true, async () => {
    const answer = await w.admin('post', '/admin/custom-tables', { title, userId: shop.id, price });
    row.id = answer.body?.customTable?.id;
    return answer;
  });
}

export async function remove(w, { there }, path) {
  const answer = await w.admin('delete', path);
  // An earlier attempt without an answer has deleted it.
  return answer.status === 404 && there.unknown.length > 0 ? { status: 200 } : answer;
}

async function ad(w, shop) {
  const known = [...shop.ads.values()].filter(({ id }) => id);
  if (known.length >= MAX_ADS || (known.length > 0 && w.rng.next() < 0.4)) {
    const ad = w.rng.one(known);
    return ad.there.set(false, () => remove(w, ad, `/advertisements/${ad.id}`));
  }
  const name = `ad-${w.rng.between(1, 1e9)}.jpg`;
  const ad = { name, there: new Register(`${shop.id}.${name}`, false, w.history) };
  shop.ads.set(name, ad);
  await ad.there.set(true, async () => {
    const form = new FormData();
    form.set('advertisement', new Blob([mediaFile('picture.jpg')]), name);
    const answer = await w.call(shop.token, 'post', '/advertisements/upload', form);
    ad.id = answer.body?.advertisement?.id;
    return answer;
  });
}

/** A token counts as revoked once the sign-out was answered; without an answer nobody can know. */
async function signOut(w, shop) {
  const { token } = shop;
  const { status } = await w.call(token, 'post', '/auth/logout-all');
  w.history.note(`${shop.id} signs out: ${status}`);
  if (status === 200) w.revoked.push({ token, why: `${shop.id} signed out` });
  if (status === 200 || status === 401) await signInAgain(w, shop);
}

async function password(w, shop) {
  const password = `password ${w.rng.between(1, 1e9)} of ${shop.username}`;
  const { token } = shop;
  const { status } = await w.admin('put', `/user/update/${shop.id}`, { password });
  w.history.note(`${shop.id} has another password: ${status}`);
  if (status === 200) {
    w.revoked.push({ token, why: `${shop.id} has another password` });
    shop.password = password;
    shop.oldPasswords = [];
  } else if (status === 0 || status >= 500) shop.oldPasswords = [...(shop.oldPasswords ?? []), password];
  await signInAgain(w, shop);
}

async function signInAgain(w, shop) {
  for (const password of [shop.password, ...(shop.oldPasswords ?? [])]) {
    const { status, body } = await w.call(undefined, 'post', '/auth/login', { username: shop.username, password });
    if (status !== 200) continue;
    shop.token = body.token;
    return;
  }
}

async function subscription(w, shop) {
  const active = w.rng.next() < 0.6;
  await shop.subscription.set(active, () => w.admin('put', `/user/${shop.id}/subscription`, { active }));
}

/** A shop that is made and deleted with everything it has. */
async function passing(w) {
  const username = `passing.${w.rng.between(1, 1e9)}`;
  const password = 'password of a passing shop';
  const { status, body } = await w.admin('post', '/user/create', { username, password });
  if (status !== 201) return;
  const { id } = body.user;
  await w.admin('post', '/admin/custom-tables', { title: 'gone', userId: id, price: 1 });
  await w.admin('put', `/user/rate-rows/${id}`, { rev: 0, rows_mode: 'own', rows: [] });
  await w.admin('put', `/user/rates/hold/${id}`, { until: new Date(Date.now() + HOUR_MS).toISOString() });
  const signedIn = await w.call(undefined, 'post', '/auth/login', { username, password });
  const token = signedIn.body?.token;
  const deleted = await w.admin('delete', `/user/delete/${id}`);
  w.history.note(`${id} is deleted: ${deleted.status}`);
  if (deleted.status !== 200) return;
  w.deletedShops.push(id);
  if (token) w.revoked.push({ token, why: `${id} was deleted` });
}

/** Each change of a shop by its name; `w` are the writers that make it. */
export const CHANGES = { field, row, rateRows, hold, ad, signOut, password, subscription, passing };
