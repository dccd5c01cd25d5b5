// What shops, and an admin for them, change. Each target has the register that notes which values may be stored, and `next`, which
// answers the value of a turn and how it is saved.

const MARGINS = 500;
const MAX_RATE_ROWS = 3;
const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'password of a passing shop';
/** Rupees that a list's gram costs are a multiple of this, so that every margin leaves whole rupees. */
const LIST_STEP = 100;
const LIST_STEPS = 100;
/** What a gram of a new list costs. */
export const LIST_GRAM = 140 * LIST_STEP;

const margin = (turn) => (turn % MARGINS) / 10;

/**
 * The changes whose outages are limited: how many lanes make each, whose targets (`of`), and how many pauses lie between two of
 * those that cost much, hashes of passwords and pictures.
 */
export function changesOf(w) {
  const costly = { pauses: 2.5 };
  return [
    { kind: 'name', lanes: 3, of: 'all', target: (shop) => fieldOf(w, shop, 'shop_name', (turn) => `Shop ${turn}`) },
    { kind: 'margin', lanes: 2, of: 'all', target: (shop) => fieldOf(w, shop, 'gold_margin', margin) },
    { kind: 'price', lanes: 3, of: 'all', target: (shop) => priceOf(w, shop) },
    { kind: 'rate rows', lanes: 2, of: 'all', target: (shop) => rateRowsOf(w, shop) },
    { kind: 'hold', of: 'others', target: (shop) => holdOf(w, shop) },
    { kind: 'rate list', of: 'lists', target: (list) => listOf(w, list) },
    { kind: 'subscription', of: 'ofSubscriptions', target: (shop) => subscriptionOf(w, shop) },
    { kind: 'password', of: 'ofPasswords', ...costly, target: (shop) => passwordOf(w, shop) },
    { kind: 'sign-out', of: 'ofSignOuts', ...costly, target: (shop) => signOutOf(w, shop) },
    { kind: 'upload', of: 'ofMarket', ...costly, target: (shop) => adOf(w, shop) },
  ];
}

/** Changes of several calls, and others that nobody has to wait for. */
export function moreChangesOf(w) {
  const list = (turn) => [null, ...w.lists.map(({ id }) => id)][turn % (w.lists.length + 1)];
  return [
    { kind: 'silver margin', of: 'all', target: (shop) => fieldOf(w, shop, 'silver_margin', margin) },
    { kind: 'list of a shop', of: 'others', target: (shop) => fieldOf(w, shop, 'rate_list_id', list) },
    { kind: 'row', of: 'all', target: (shop) => rowOf(w, shop) },
    { kind: 'passing shop', of: 'site', target: () => passingShop(w) },
    { kind: 'maintenance', of: 'site', target: () => maintenanceOf(w) },
  ];
}

function fieldOf(w, shop, name, valueOf) {
  const next = (turn) => [valueOf(turn), () => w.admin('put', `/user/update/${shop.id}`, { [name]: valueOf(turn) })];
  return { register: shop.fields[name], next };
}

/** Of the row that stays. */
function priceOf(w, shop) {
  const [row] = shop.rows.values();
  const next = (price) => [price, () => w.admin('put', `/admin/custom-tables/${row.id}`, { price })];
  return { register: row.price, next };
}

/** Every fourth time with a `rev` of somebody who hasn't read the last list, which is refused. */
function rateRowsOf(w, shop) {
  const path = `/user/rate-rows/${shop.id}`;
  const next = (turn) => {
    const rows_mode = turn % 3 === 0 ? 'standard' : 'own';
    const ids = Array.from({ length: turn % (MAX_RATE_ROWS + 1) }, (_, index) => `row-${turn}-${index}`);
    const rows = ids.map((id) => ({ id, metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' }));
    const save = async () => {
      const read = await w.admin('get', path);
      if (read.status !== 200) return read;
      const rev = read.body.rev + (w.rng.next() < 0.25 ? 1 : 0);
      return w.admin('put', path, { rev, rows_mode, rows });
    };
    return [{ rows_mode, ids }, save];
  };
  return { register: shop.rateRows, next };
}

/** For longer than the run lasts, also by a wrong clock. */
function holdOf(w, shop) {
  const next = (turn) => {
    const until = turn % 3 === 0 ? null : new Date(Date.now() + 9 * HOUR_MS).toISOString();
    return [until, () => w.admin('put', `/user/rates/hold/${shop.id}`, { until })];
  };
  return { register: shop.heldUntil, next };
}

function listOf(w, { id, perGram }) {
  const next = (turn) => {
    const value = LIST_STEP * (LIST_STEPS + (turn % LIST_STEPS));
    return [value, () => w.admin('put', `/admin/rate-lists/${id}`, { gold: { fineness: 1_000, per_gram: value } })];
  };
  return { register: perGram, next };
}

/** Each time something else than what was tried last, so that it can be told apart. */
function switchOf(register, first, save) {
  let last = first;
  const next = () => {
    const value = !last;
    last = value;
    return [value, () => save(value)];
  };
  return { register, next };
}

function subscriptionOf(w, shop) {
  return switchOf(shop.subscription, true, (active) => w.admin('put', `/user/${shop.id}/subscription`, { active }));
}

function maintenanceOf(w) {
  return switchOf(w.maintenance, false, (isMaintenanceMode) => w.admin('put', '/settings/maintenance', { isMaintenanceMode }));
}

function passwordOf(w, shop) {
  const next = (turn) => {
    const password = `password ${turn} of ${shop.username}`;
    return [password, () => w.admin('put', `/user/update/${shop.id}`, { password })];
  };
  const done = (password) => {
    shop.password = password;
    return w.signInAgain(shop, 'has another password');
  };
  return { register: shop.passwords, next, done };
}

function signOutOf(w, shop) {
  const next = (turn) => [turn, () => w.asShop(shop, 'post', '/auth/logout-all')];
  return { register: w.register(`${shop.id}.sessions`, 0), next, done: () => w.signInAgain(shop, 'signed out') };
}

function adOf(w, shop) {
  const make = (turn) => w.makeAd(shop, `ad-${turn}.jpg`);
  return comingAndGoing(w, shop, 'ad', shop.ads, make, ({ id }) => `/advertisements/${id}`);
}

function rowOf(w, shop) {
  const make = (turn) => w.makeRow(shop, `row ${turn}`);
  return comingAndGoing(w, shop, 'row', shop.rows, make, ({ id }) => `/admin/custom-tables/${id}`);
}

/** One at a time: it is made, and next time removed, as is one that was made although nobody was told so. */
function comingAndGoing(w, shop, kind, things, make, pathOf) {
  const next = (turn) => {
    const thing = [...things.values()].find(({ id, there, stays }) => id && there.acknowledged && !stays);
    return [turn, () => (thing ? w.remove(thing, pathOf(thing)) : make(turn))];
  };
  return { register: w.register(`${shop.id}.${kind}`, undefined), next };
}

/** A shop that is made and deleted with everything it has. */
function passingShop(w) {
  const next = (turn) => [turn, () => pass(w, { username: `passing.${turn}`, password: NEW_PASSWORD })];
  return { register: w.register('passing shop', undefined), next };
}

async function pass(w, credentials) {
  const made = await w.admin('post', '/user/create', credentials);
  if (made.status !== 201) return made;
  const { id } = made.body.user;
  await w.admin('post', '/admin/custom-tables', { title: 'gone', userId: id, price: 1 });
  await w.admin('put', `/user/rate-rows/${id}`, { rev: 0, rows_mode: 'own', rows: [] });
  await w.admin('put', `/user/rates/hold/${id}`, { until: new Date(Date.now() + HOUR_MS).toISOString() });
  const signedIn = await w.call(undefined, 'post', '/auth/login', credentials);
  const token = signedIn.body?.token;
  const deleted = await w.admin('delete', `/user/delete/${id}`);
  w.history.note(`${id} is deleted: ${deleted.status}`);
  if (deleted.status !== 200) return deleted;
  w.deletedShops.push(id);
  if (token) w.revoked.push({ token, why: `${id} was deleted` });
  return deleted;
}
