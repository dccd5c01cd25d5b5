// Clients that change things all the time: an admin with lists of fixed rates, and shops with their rows, holds, ads, passwords and
// sign-ins.
import { setTimeout } from 'node:timers/promises';
import { ADMIN, caller, makeShop, signIn } from '@sarafa/testing';
import { Register } from './history.mjs';
import { CHANGES } from './shop-changes.mjs';

const CALL_TIMEOUT_MS = 20_000;
const PAUSE_MS = 150;
/** What writers do, the frequent more than once. */
const DRAWN = 'field field field row row rateRows hold ad signOut password subscription passing'.split(' ');
const LISTS = 2;
/** Rupees that a list's gram costs are a multiple of this, so that every margin leaves whole rupees. */
export const LIST_STEP = 100;

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
    this.cluster = cluster;
    this.history = history;
    this.rng = rng;
    this.maintenance = new Register('maintenance', false, history);
  }

  get url() {
    return this.rng.one(this.cluster.gateways).url;
  }

  async start(count) {
    await this.prepare(count);
    // A few writers run at a time, and each thing belongs to one of them.
    const writers = [0, 1, 2, 3].map((lane) => this.write(this.shops.filter((_, index) => index % 4 === lane)));
    /** @type {Promise<unknown>} */
    this.running = Promise.all([...writers, this.writeSite()]);
  }

  async prepare(count) {
    const admin = await signIn(this.url, ADMIN.username, ADMIN.password);
    this.adminToken = admin.token;
    for (let index = 0; index < LISTS; index++) this.lists.push(await this.newList(`List ${index}`));
    for (let index = 0; index < count; index++) this.shops.push(await this.newShop(admin, `shop.${index}`));
  }

  async end() {
    this.isEnding = true;
    await this.running;
  }

  register(name, value) {
    return new Register(name, value, this.history);
  }

  async newList(name) {
    const gold = { fineness: 1_000, per_gram: 14_000 };
    const list = { name, gold, silver: { fineness: 1_000, per_gram: 160 } };
    const { status, body } = await this.admin('post', '/admin/rate-lists', list);
    if (status !== 201) throw new Error(`${name}: ${status}`);
    return { id: body.rateList.id, name, perGram: this.register(`${name}.per_gram`, gold.per_gram) };
  }

  async newShop(admin, username) {
    const password = `password of ${username}`;
    const { userId: id, token } = await makeShop(this.url, admin, username, password);
    await admin.call('put', `/user/update/${id}`, { dynamic_price_interval: 1 });
    const register = (name, value) => this.register(`${id}.${name}`, value);
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
    const what = this.rng.one(DRAWN);
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    await CHANGES[what](this, shop);
  }

  /**
   * Calls one of the gateways; the status is 0 when there was no answer.
   * @returns {Promise<{ status: number, body?: any }>}
   */
  async call(token, method, path, body) {
    const late = setTimeout(CALL_TIMEOUT_MS, { status: 0 }, { ref: false });
    return Promise.race([caller(this.url, token).call(method, path, body), late]).catch(() => ({ status: 0 }));
  }

  admin(method, path, body) {
    return this.call(this.adminToken, method, path, body);
  }

  /** Some changes need a sign-in of the last five minutes. False where it failed. */
  async signInAdmin() {
    const { status, body } = await this.call(undefined, 'post', '/auth/login', ADMIN);
    if (status === 200) this.adminToken = body.token;
    return status === 200;
  }

  async writeSite() {
    while (!this.isEnding) {
      await setTimeout(2_000);
      if (this.isPaused) continue;
      const isMaintenanceMode = this.rng.next() < 0.5;
      if (!(await this.signInAdmin())) continue;
      await this.maintenance.set(isMaintenanceMode, () => this.admin('put', '/settings/maintenance', { isMaintenanceMode }));
      await this.setList();
    }
  }

  async setList() {
    const { id, perGram } = this.rng.one(this.lists);
    const value = this.rng.between(100, 200) * LIST_STEP;
    const gold = { fineness: 1_000, per_gram: value };
    await perGram.set(value, () => this.admin('put', `/admin/rate-lists/${id}`, { gold }));
  }
}
