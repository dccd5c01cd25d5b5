// Clients that change things all the time: an admin with lists of fixed rates, and shops with their rows, holds, ads, passwords and
// sign-ins.
import { setTimeout } from 'node:timers/promises';
import { caller, mediaFile, signIn } from '@sarafa/testing';
import { ADMIN } from './cluster.mjs';
import { Register } from './history.mjs';

const CALL_TIMEOUT_MS = 20_000;
const PAUSE_MS = 150;
/** What writers do, the frequent more than once. */
const CHANGES = 'field field field row row rateRows hold ad signOut password subscription passing'.split(' ');
const MAX_ROWS = 6;
const MAX_ADS = 3;
const MAX_RATE_ROWS = 3;
const LISTS = 2;
const HOUR_MS = 3_600_000;
/** Rupees that a list's gram costs are a multiple of this, so that every margin leaves whole rupees. */
const LIST_STEP = 100;

/** The status of one call; 0 when there was no answer. */
async function call(url, token, method, path, body) {
  const late = setTimeout(CALL_TIMEOUT_MS, { status: 0 }, { ref: false });
  return Promise.race([caller(url, token).call(method, path, body), late]).catch(() => ({ status: 0 }));
}

export class Writers {
  isPaused = false;
  isEnding = false;
  shops = [];
  /** Revoked tokens, each with the reason. */
  revoked = [];
  deletedShops = [];
  /** Lists of fixed rates, each with the price of a gram of gold. */
  lists = [];
  counts = new Map();
  failures = [];

  constructor(cluster, history, rng) {
    Object.assign(this, { cluster, history, rng });
    this.maintenance = new Register('maintenance', false, history);
  }

  get url() {
    return this.rng.one(this.cluster.gateways).url;
  }

  async start(count) {
    this.adminToken = (await signIn(this.url, ADMIN.username, ADMIN.password)).token;
    for (let index = 0; index < LISTS; index++) this.lists.push(await this.newList(`List ${index}`));
    for (let index = 0; index < count; index++) this.shops.push(await this.newShop(`shop.${index}`));
    // A few writers run at a time, and each thing belongs to one of them.
    const writers = [0, 1, 2, 3].map((lane) => this.write(this.shops.filter((_, index) => index % 4 === lane)));
    this.running = Promise.all([...writers, this.writeSite()]);
  }

  async end() {
    this.isEnding = true;
    await this.running;
  }

  async newList(name) {
    const gold = { fineness: 1_000, per_gram: 14_000 };
    const list = { name, gold, silver: { fineness: 1_000, per_gram: 160 } };
    const { status, body } = await this.admin('post', '/admin/rate-lists', list);
    if (status !== 201) throw new Error(`${name}: ${status}`);
    return { id: body.rateList.id, name, perGram: new Register(`${name}.per_gram`, gold.per_gram, this.history) };
  }

  async newShop(username) {
    const password = `password of ${username}`;
    const { status, body } = await call(this.url, this.adminToken, 'post', '/user/create', { username, password });
    if (status !== 201) throw new Error(`${username}: ${status}`);
    const { id } = body.user;
    await call(this.url, this.adminToken, 'put', `/user/update/${id}`, { dynamic_price_interval: 1 });
    const { token } = await signIn(this.url, username, password);
    const register = (name, value) => new Register(`${id}.${name}`, value, this.history);
    return {
      ...{ id, username, password, token, rows: new Map(), ads: new Map() },
      fields: {
        gold_margin: register('gold_margin', 0),
        silver_margin: register('silver_margin', 0),
        shop_name: register('shop_name', ''),
        rate_list_id: register('rate_list_id', null),
      },
      subscription: register('subscription_active', true),
      rateRows: register('rate_rows', { rows_mode: 'standard', ids: [] }),
      heldUntil: register('held_until', null),
    };
  }

  async write(shops) {
    let turn = 0;
    while (!this.isEnding) {
      await setTimeout(PAUSE_MS);
      if (this.isPaused) continue;
      await this.change(shops[turn++ % shops.length]).catch((error) => this.failures.push(String(error.stack)));
    }
  }

  async change(shop) {
    const what = this.rng.one(CHANGES);
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    await this[what](shop);
  }

  admin(method, path, body) {
    return call(this.url, this.adminToken, method, path, body);
  }

  async field(shop) {
    const name = this.rng.one(Object.keys(shop.fields));
    const value = this.valueOf(name);
    await shop.fields[name].set(value, () => this.admin('put', `/user/update/${shop.id}`, { [name]: value }));
  }

  valueOf(name) {
    if (name === 'shop_name') return `Shop ${this.rng.between(1, 1e6)}`;
    if (name === 'rate_list_id') return this.rng.next() < 0.5 ? null : this.rng.one(this.lists).id;
    return this.rng.between(0, 500) / 10;
  }

  /** Sometimes with a `rev` of somebody who hasn't read the last list, which is refused. */
  async rateRows(shop) {
    const path = `/user/rate-rows/${shop.id}`;
    const read = await this.admin('get', path);
    if (read.status !== 200) return;
    const rev = read.body.rev + this.rng.one([0, 0, 0, 1]);
    const rows_mode = this.rng.one(['own', 'own', 'standard']);
    const ids = Array.from({ length: this.rng.between(0, MAX_RATE_ROWS) }, () => `row-${this.rng.between(1, 1e9)}`);
    const rows = ids.map((id) => ({ id, metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' }));
    await shop.rateRows.set({ rows_mode, ids }, () => this.admin('put', path, { rev, rows_mode, rows }));
  }

  /** For longer than the run lasts, also by a wrong clock. */
  async hold(shop) {
    const until = this.rng.next() < 0.4 ? new Date(Date.now() + 9 * HOUR_MS).toISOString() : null;
    const path = `/user/rates/hold/${shop.id}`;
    await shop.heldUntil.set(until, () => this.admin('put', path, { until }));
  }

  async setList() {
    const { id, perGram } = this.rng.one(this.lists);
    const value = this.rng.between(100, 200) * LIST_STEP;
    const gold = { fineness: 1_000, per_gram: value };
    await perGram.set(value, () => this.admin('put', `/admin/rate-lists/${id}`, { gold }));
  }

  async row(shop) {
    const known = [...shop.rows.values()].filter(({ id }) => id);
    if (known.length >= MAX_ROWS || (known.length > 0 && this.rng.next() < 0.5)) {
      const row = this.rng.one(known);
      if (this.rng.next() < 0.5)
        return row.price.set(this.price(), () => this.admin('put', `/admin/custom-tables/${row.id}`, { price: this.last }));
      return row.there.set(false, () => this.remove(row, `/admin/custom-tables/${row.id}`));
    }
    const title = `row ${this.rng.between(1, 1e9)}`;
    const there = new Register(`${shop.id}.${title}`, false, this.history);
    const row = { title, there, price: new Register(`${shop.id}.${title}.price`, this.price(), this.history) };
    shop.rows.set(title, row);
    await there.set(true, async () => {
      const answer = await this.admin('post', '/admin/custom-tables', { title, userId: shop.id, price: this.last });
      row.id = answer.body?.customTable?.id;
      return answer;
    });
  }

  async remove({ there }, path) {
    const answer = await this.admin('delete', path);
    // An earlier attempt without an answer has deleted it.
    return answer.status === 404 && there.unknown.length > 0 ? { status: 200 } : answer;
  }

  price() {
    return (this.last = this.rng.between(1, 1e6));
  }

  async ad(shop) {
    const known = [...shop.ads.values()].filter(({ id }) => id);
    if (known.length >= MAX_ADS || (known.length > 0 && this.rng.next() < 0.4)) {
      const ad = this.rng.one(known);
      return ad.there.set(false, () => this.remove(ad, `/advertisements/${ad.id}`));
    }
    const name = `ad-${this.rng.between(1, 1e9)}.jpg`;
    const ad = { name, there: new Register(`${shop.id}.${name}`, false, this.history) };
    shop.ads.set(name, ad);
    await ad.there.set(true, async () => {
      const form = new FormData();
      form.set('advertisement', new Blob([mediaFile('picture.jpg')]), name);
      const answer = await call(this.url, shop.token, 'post', '/advertisements/upload', form);
      ad.id = answer.body?.advertisement?.id;
      return answer;
    });
  }

  /** A token counts as revoked once the sign-out was answered; without an answer nobody can know. */
  async signOut(shop) {
    const { token } = shop;
    const { status } = await call(this.url, token, 'post', '/auth/logout-all');
    this.history.note(`${shop.id} signs out: ${status}`);
    if (status === 200) this.revoked.push({ token, why: `${shop.id} signed out` });
    if (status === 200 || status === 401) await this.signInAgain(shop);
  }

  async password(shop) {
    const password = `password ${this.rng.between(1, 1e9)} of ${shop.username}`;
    const { token } = shop;
    const { status } = await this.admin('put', `/user/update/${shop.id}`, { password });
    this.history.note(`${shop.id} has another password: ${status}`);
    if (status === 200) {
      this.revoked.push({ token, why: `${shop.id} has another password` });
      shop.password = password;
      shop.oldPasswords = [];
    } else if (status === 0 || status >= 500) shop.oldPasswords = [...(shop.oldPasswords ?? []), password];
    await this.signInAgain(shop);
  }

  async signInAgain(shop) {
    for (const password of [shop.password, ...(shop.oldPasswords ?? [])]) {
      const { status, body } = await call(this.url, undefined, 'post', '/auth/login', { username: shop.username, password });
      if (status !== 200) continue;
      shop.token = body.token;
      return;
    }
  }

  async subscription(shop) {
    const active = this.rng.next() < 0.6;
    await shop.subscription.set(active, () => this.admin('put', `/user/${shop.id}/subscription`, { active }));
  }

  /** A shop that is made and deleted with everything it has. */
  async passing() {
    const username = `passing.${this.rng.between(1, 1e9)}`;
    const password = 'password of a passing shop';
    const { status, body } = await this.admin('post', '/user/create', { username, password });
    if (status !== 201) return;
    const { id } = body.user;
    await this.admin('post', '/admin/custom-tables', { title: 'gone', userId: id, price: 1 });
    await this.admin('put', `/user/rate-rows/${id}`, { rev: 0, rows_mode: 'own', rows: [] });
    await this.admin('put', `/user/rates/hold/${id}`, { until: new Date(Date.now() + HOUR_MS).toISOString() });
    const signedIn = await call(this.url, undefined, 'post', '/auth/login', { username, password });
    const token = signedIn.body?.token;
    const deleted = await this.admin('delete', `/user/delete/${id}`);
    this.history.note(`${id} is deleted: ${deleted.status}`);
    if (deleted.status !== 200) return;
    this.deletedShops.push(id);
    if (token) this.revoked.push({ token, why: `${id} was deleted` });
  }

  async writeSite() {
    while (!this.isEnding) {
      await setTimeout(2_000);
      if (this.isPaused) continue;
      const isMaintenanceMode = this.rng.next() < 0.5;
      const signedIn = await call(this.url, undefined, 'post', '/auth/login', ADMIN);
      if (signedIn.status !== 200) continue;
      this.adminToken = signedIn.body.token;
      await this.maintenance.set(isMaintenanceMode, () => this.admin('put', '/settings/maintenance', { isMaintenanceMode }));
      await this.setList();
    }
  }
}
