// Checks after a calm period: everything that was acknowledged is there, nothing that was refused is, and nothing is left over.
import { setTimeout } from 'node:timers/promises';
import { standardRows } from '@sarafa/contracts';
import { caller, keysInKv, objectsIn } from '@sarafa/testing';
import { isDeepStrictEqual } from 'node:util';

/** A fault counts only if it is there at every one of these looks, because some things settle by themselves. */
const LOOKS = 4;
const BETWEEN_MS = 1_500;
/** The market moves every second, and everything was calm for longer. */
const OLD_RATE_MS = 15_000;
const STANDARD = standardRows.map(({ id }) => id);
/** What decides which rates a shop shows, beside the market. */
const ratesOf = ({ held, rate_list, rows }) => [held, rate_list, rows?.map(({ id }) => id)];

/**
 * `{ what, about }` for each fault that is there at every look, and for each board that was wrong since the last check; `isLost` where
 * a value stands that must not.
 */
export async function check(cluster, writers, boards) {
  let found = [];
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await setTimeout(BETWEEN_MS);
    found = await once(cluster, writers, boards);
    if (found.length === 0) break;
  }
  return [...found, ...boards.takeWrong(), ...(await writers.checkPasswords())];
}

async function once(cluster, writers, boards) {
  const found = [];
  const fail = (what, about, more) => found.push({ what, about, ...more });
  const perGateway = cluster.gateways.map(async ({ url }, index) => {
    /** @returns {Promise<{ status: number, body: any }>} */
    const read = async (path, token) =>
      caller(url, token)
        .call('get', path)
        .catch((error) => ({ status: 0, body: String(error) }));
    for (const shop of writers.shops) {
      await checkShop(shop, read, `gateway-${index}`, fail);
      await checkRates(shop, writers, read, `gateway-${index}`, fail);
    }
    await checkLists(writers, read, `gateway-${index}`, fail);
    const rates = await read('/prices/detailed');
    const isYoung = Date.now() - Date.parse(rates.body?.lastUpdated) < OLD_RATE_MS;
    if (!isYoung) fail(`gateway-${index} shows the market of ${rates.body?.lastUpdated} (${rates.status})`, 'market');
    const { body } = await read('/settings/maintenance');
    settle(writers.maintenance, body?.isMaintenanceMode, `gateway-${index}`, fail);
    for (const { token, why } of writers.revoked) {
      const { status } = await read('/auth/me', token);
      if (status !== 401) fail(`gateway-${index} answers ${status} to a revoked token: ${why}`, why.split(' ')[0]);
    }
    for (const id of writers.deletedShops) {
      const { status } = await read(`/user/dashboard/${id}`);
      if (status !== 404) fail(`gateway-${index} answers ${status} for the deleted shop ${id}`, id);
    }
  });
  await Promise.all(perGateway);
  await checkBoards(boards, fail);
  await checkRest(cluster, fail);
  return found;
}

function settle(register, value, where, fail) {
  const may = register.may();
  if (may.some((one) => isDeepStrictEqual(one, value))) return register.settle(value);
  const what = `${where}: ${register.name} is ${JSON.stringify(value)}, not one of ${JSON.stringify(may)}`;
  fail(what, register.name, { isLost: true });
}

async function checkShop(shop, read, where, fail) {
  const { body: profile, status } = await read(`/user/dashboard/${shop.id}`);
  if (status !== 200) return fail(`${where}: dashboard of ${shop.id} answers ${status}`, shop.id);
  for (const [name, register] of Object.entries(shop.fields)) settle(register, profile[name], where, fail);
  settle(shop.subscription, profile.subscription_active, where, fail);
  if (!profile.subscription_active) return;
  const rows = (await read(`/user/custom-tables/public/${shop.id}`)).body;
  const ads = (await read(`/advertisements/public/${shop.id}`)).body;
  if (!Array.isArray(rows) || !Array.isArray(ads)) return fail(`${where}: ${shop.id} has no lists`, shop.id);
  for (const row of shop.rows.values()) {
    const there = rows.filter(({ title }) => title === row.title);
    if (there.length > 1) fail(`${where}: ${row.title} is there ${there.length} times`, row.title);
    settle(row.there, there.length > 0, where, fail);
    if (there[0]) {
      row.id ??= there[0].id;
      settle(row.price, there[0].price, where, fail);
    } else if (row.there.unknown.length === 0) shop.rows.delete(row.title);
  }
  for (const ad of shop.ads.values()) {
    const there = ads.filter(({ file_name }) => file_name === ad.name);
    if (there.length > 1) fail(`${where}: ${ad.name} is there ${there.length} times`, ad.name);
    settle(ad.there, there.length > 0, where, fail);
    if (there[0]) {
      ad.id ??= there[0].id;
      const file = await read(there[0].file_path);
      if (file.status !== 200) fail(`${where}: the file of ${ad.name} answers ${file.status}`, ad.name);
    } else if (ad.there.unknown.length === 0) shop.ads.delete(ad.name);
  }
  for (const rowOrAd of [...rows.map(({ title }) => title), ...ads.map(({ file_name }) => file_name)]) {
    if (!shop.rows.has(rowOrAd) && !shop.ads.has(rowOrAd))
      fail(`${where}: ${shop.id} has ${rowOrAd}, which nobody made`, rowOrAd);
  }
}

/** A shop's own rows, and whether its rates are of the market, of a list or held. */
async function checkRates(shop, { adminToken, lists }, read, where, fail) {
  const saved = await read(`/user/rate-rows/${shop.id}`, adminToken);
  if (saved.status !== 200) return fail(`${where}: rate rows of ${shop.id} answer ${saved.status}`, shop.id);
  const { rows_mode, rows } = saved.body;
  settle(shop.rateRows, { rows_mode, ids: rows.map(({ id }) => id) }, where, fail);
  if (!shop.subscription.acknowledged) return;
  const { status, body: prices } = await read(`/prices/user/${shop.id}`);
  if (status !== 200) return fail(`${where}: prices of ${shop.id} answer ${status}`, shop.id);
  const shown = prices.rows.map(({ id }) => id);
  const expected = rows_mode === 'own' ? rows.map(({ id }) => id) : STANDARD;
  if (!isDeepStrictEqual(shown, expected)) fail(`${where}: ${shop.id} shows the rows ${shown}, not ${expected}`, shop.id);
  settle(shop.heldUntil, prices.held?.until ?? null, where, fail);
  const list = lists.find(({ id }) => id === shop.fields.rate_list_id.acknowledged);
  const isRight = prices.held ? prices.state === 'held' : (prices.state === 'listed') === Boolean(list);
  if (!isRight) fail(`${where}: the rates of ${shop.id} are ${prices.state}, with the list ${list?.name}`, shop.id);
  if (prices.held || !list) return;
  if (prices.rate_list?.name !== list.name) fail(`${where}: ${shop.id} has ${prices.source}, not ${list.name}`, shop.id);
  // 10 grams, with a margin of tenths of a percent; a sell margin is never set.
  const perGram = (prices.gold_24k.sell * 100) / (1_000 + Math.round(shop.fields.gold_margin.acknowledged * 10));
  settle(list.perGram, perGram, `${where}, board of ${shop.id}`, fail);
}

async function checkLists({ adminToken, lists }, read, where, fail) {
  const { status, body } = await read('/admin/rate-lists', adminToken);
  if (status !== 200) return fail(`${where}: the rate lists answer ${status}`, '');
  if (body.length !== lists.length) fail(`${where}: there are ${body.length} rate lists, not ${lists.length}`, 'List');
  for (const { id, name, perGram } of lists) {
    settle(perGram, body.find((list) => list.id === id)?.gold.per_gram, `${where}, ${name}`, fail);
  }
}

/** The market moves, so a board and an answer are compared by what both contain, asked at the same moment, repeatedly. */
async function checkBoards(boards, fail) {
  const answers = new Map();
  for (const { userId, gateway } of boards.all) {
    const key = `${gateway.url} ${userId}`;
    if (answers.has(key)) continue;
    answers.set(
      key,
      await caller(gateway.url)
        .call('get', `/prices/user/${userId}`)
        .catch(() => ({ status: 0 })),
    );
  }
  let different = 0;
  for (const board of boards.all) {
    const { status, body } = answers.get(`${board.gateway.url} ${board.userId}`);
    if (!board.isOpen) fail(`a board of ${board.userId} has no stream`, board.userId);
    else if (status === 200) {
      const shown = JSON.parse(board.last.get('prices') ?? '{}');
      const isOlder = Date.parse(shown.lastUpdated) < Date.parse(body.lastUpdated);
      const isOther = !isDeepStrictEqual(ratesOf(shown), ratesOf(body));
      if (isOlder || isOther || (shown.lastUpdated === body.lastUpdated && !isDeepStrictEqual(shown.gold_24k, body.gold_24k)))
        different++;
    } else if (status !== 403) fail(`prices of ${board.userId} answer ${status}`, board.userId);
  }
  if (different > 0) fail(`${different} boards show other rates than the server answers`, '');
}

/** Checks for things that belong to nobody. */
async function checkRest(cluster, fail) {
  const ids = async (name, filter = {}) =>
    (await cluster.db.collection(name).find(filter).project({ _id: 1 }).toArray()).map(({ _id }) => String(_id));
  const accounts = new Set(await ids('accounts'));
  for (const name of ['custom_tables', 'advertisements', 'rate_rows', 'holds']) {
    for (const id of await ids(name)) if (!accounts.has(id)) fail(`${name} has ${id}, a shop that is no more`, id);
  }
  for (const id of await ids('accounts', { role: 'deleted' })) fail(`the deleted account ${id} still stands`, id);
  for (const name of ['accounts', 'custom_tables', 'advertisements', 'rate_rows', 'holds']) {
    for (const id of await ids(name, { unpublished: true })) fail(`${name} ${id} is unpublished`, id);
  }
  for (const key of await keysInKv(cluster.nats.url)) {
    const [id] = /[0-9a-f]{24}/.exec(key) ?? [];
    if (id && !accounts.has(id)) fail(`key ${key} has no document`, id);
  }
  const ads = new Set();
  for (const shop of await cluster.db.collection('advertisements').find({}).toArray()) {
    for (const { _id } of [...shop.advertisements, ...shop.reservations]) ads.add(String(_id));
  }
  for (const name of await objectsIn(cluster.s3)) {
    const found = /^ads\/[0-9a-f]{24}\/([0-9a-f]{24})/.exec(name);
    if (found && !ads.has(found[1])) fail(`file ${name} has no ad`, found[1]);
  }
}
