// Clients that save something new until that is acknowledged: what was told to have failed must not stand afterwards.
import { setTimeout } from 'node:timers/promises';
import { ADMIN, caller, makeShop, mediaFile, signIn, until } from '@sarafa/testing';
import { changesOf, LIST_GRAM, moreChangesOf } from './changes.mjs';
import { Register } from './history.mjs';

const CALL_TIMEOUT_MS = 20_000;
const RETRY_MS = 200;
const IDLE_TIMEOUT_MS = 60_000;
const SIGN_IN_TIMEOUT_MS = 60_000;
/** How many of a shop's newest passwords are tried to see which one stands. */
const PASSWORDS_ASKED = 5;
/** Of so many tokens the check asks whether they are still revoked. */
const TOKENS_KEPT = 200;
const LISTS = 2;

export class Writers {
  isPaused = false;
  isEnding = false;
  shops = [];
  /** Revoked tokens, each with the reason. */
  revoked = [];
  deletedShops = [];
  /** Lists of fixed rates, each with the price of a gram of gold. */
  lists = [];
  /** Registers that are left alone until the next check, so that an older value that comes back stays to be seen. */
  resting = new Set();
  /** What is being saved: its kind, and the last answer. */
  saving = new Map();
  /** How often each kind of change was acknowledged. */
  counts = new Map();
  tries = 0;
  failures = [];
  wrong = [];

  /** `pauseMs` lie between two changes of a lane; with `outages` what is changed is only what has limits of time. */
  constructor(cluster, history, rng, { pauseMs, outages = undefined }) {
    this.cluster = cluster;
    this.history = history;
    this.rng = rng;
    this.pauseMs = pauseMs;
    this.outages = outages;
    this.maintenance = this.register('maintenance', false);
  }

  get url() {
    return this.rng.one(this.cluster.upGateways).url;
  }

  register(name, value) {
    return new Register(name, value, this.history);
  }

  /** The rates of the first shops follow the market, and their passwords stay. */
  async start(count, ofMarket) {
    const admin = await signIn(this.url, ADMIN.username, ADMIN.password);
    this.adminToken = admin.token;
    for (let index = 0; index < LISTS; index++) this.lists.push(await this.newList(`List ${index}`));
    for (let index = 0; index < count; index++) this.shops.push(await this.newShop(admin, `shop.${index}`));
    const others = this.shops.slice(ofMarket);
    const every = (of) => others.filter((_, index) => index % 3 === of);
    this.passwordShops = every(0);
    const owners = {
      ...{ all: this.shops, others, lists: this.lists, site: [this], ofMarket: this.shops.slice(0, ofMarket) },
      ...{ ofPasswords: this.passwordShops, ofSubscriptions: every(1), ofSignOuts: every(2) },
    };
    const changes = [...changesOf(this), ...(this.outages ? [] : moreChangesOf(this))];
    /** @type {Promise<unknown>} */
    this.running = Promise.all(changes.flatMap((change) => this.lanes(change, owners[change.of])));
  }

  /** Each lane makes one change after the other, to things of its own. */
  lanes({ kind, lanes = 1, pauses = 1, target }, owners) {
    const ownersOf = (lane) => owners.filter((_, index) => index % lanes === lane);
    return Array.from({ length: lanes }, (_, lane) => this.run(kind, ownersOf(lane).map(target), pauses * this.pauseMs));
  }

  async newList(name) {
    const gold = { fineness: 1_000, per_gram: LIST_GRAM };
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
    const shop = {
      ...{ id, username, password, token, tokens: [token], rows: new Map(), ads: new Map() },
      fields: {
        gold_margin: register('gold_margin', 0),
        silver_margin: register('silver_margin', 0),
        shop_name: register('shop_name', ''),
        rate_list_id: register('rate_list_id', null),
      },
      subscription: register('subscription_active', true),
      passwords: register('password', password),
      rateRows: register('rate_rows', { rows_mode: 'standard', ids: [] }),
      heldUntil: register('held_until', null),
    };
    const { status } = await this.makeRow(shop, `row of ${username}`, { stays: true });
    if (status !== 201) throw new Error(`row of ${username}: ${status}`);
    return shop;
  }

  async run(kind, targets, pauseMs) {
    for (let turn = 0; !this.isEnding; turn++) {
      await setTimeout(pauseMs * (0.5 + this.rng.next()));
      const target = targets[turn % targets.length];
      if (this.isPaused || this.resting.has(target.register)) continue;
      this.saving.set(target.register, kind);
      await this.saveUntilDone(kind, target).catch((error) => this.failures.push(String(error.stack)));
      this.saving.delete(target.register);
    }
  }

  async saveUntilDone(kind, { register, next, done = (_value) => {} }) {
    for (let isDoubtful = false; ;) {
      const [value, save] = next(++this.tries);
      const at = performance.now();
      let answer;
      await register.set(value, async () => (answer = await save()));
      const { status, body } = answer;
      // A refusal, of a list that has changed meanwhile for example, is an answer too.
      const isAnswered = status > 0 && status < 500;
      const why = `${status} ${body?.code ?? ''}`;
      this.outages?.note(kind, register.name, { at, until: performance.now(), isGood: isAnswered, why });
      this.saving.set(register, `${kind} ${why}`);
      isDoubtful ||= !isAnswered;
      if (isAnswered && status < 300) {
        if (isDoubtful) this.resting.add(register);
        this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
        return done(value);
      }
      if (this.isEnding) return;
      await setTimeout(RETRY_MS);
    }
  }

  /** Resolves when nobody saves anything, or answers what is still being saved after a minute. */
  async pause() {
    this.isPaused = true;
    for (const end = performance.now() + IDLE_TIMEOUT_MS; this.saving.size > 0; await setTimeout(100)) {
      if (performance.now() > end) return [...this.saving.values()];
    }
    return [];
  }

  goOn() {
    this.resting.clear();
    this.revoked.splice(0, this.revoked.length - TOKENS_KEPT);
    this.isPaused = false;
  }

  async end() {
    this.isEnding = true;
    await this.running;
  }

  /**
   * Calls one of the gateways; the status is 0 when there was no answer.
   * @returns {Promise<{ status: number, body?: any }>}
   */
  call(token, method, path, body) {
    const how = { timeoutMs: CALL_TIMEOUT_MS };
    return caller(this.url, token, how)
      .call(method, path, body)
      .catch(() => ({ status: 0 }));
  }

  /** Some changes need a sign-in of the last five minutes. */
  async admin(method, path, body) {
    const answer = await this.call(this.adminToken, method, path, body);
    if ([401, 403].includes(answer.status)) {
      const signedIn = await this.call(undefined, 'post', '/auth/login', ADMIN);
      if (signedIn.status === 200) this.adminToken = signedIn.body.token;
    }
    return answer;
  }

  async asShop(shop, method, path, body) {
    const answer = await this.call(shop.token, method, path, body);
    // An attempt that was told to have failed may have ended the session; whether that lasts is for the next attempt to say.
    if (answer.status === 401) await this.signIn(shop);
    return answer;
  }

  /** What the shop had signed in with is revoked. */
  signInAgain(shop, why) {
    for (const token of shop.tokens.splice(0)) this.revoked.push({ token, why: `${shop.id} ${why}` });
    return this.signIn(shop);
  }

  async signIn(shop) {
    const credentials = { username: shop.username, password: shop.password };
    for (const end = performance.now() + SIGN_IN_TIMEOUT_MS; performance.now() < end; await setTimeout(RETRY_MS)) {
      const { status, body } = await this.call(undefined, 'post', '/auth/login', credentials);
      if (status === 401) return void this.wrong.push(`${shop.id} is refused with the password that was acknowledged last`);
      if (status !== 200) continue;
      shop.token = body.token;
      return void shop.tokens.push(shop.token);
    }
  }

  /** `stays`: it isn't removed again. */
  makeRow(shop, title, { stays = false } = {}) {
    const row = { title, stays, price: this.register(`${shop.id}.${title}.price`, 1) };
    const made = { title, userId: shop.id, price: 1 };
    return this.make(shop, shop.rows, row, title, async () => {
      const answer = await this.admin('post', '/admin/custom-tables', made);
      return { ...answer, id: answer.body?.customTable?.id };
    });
  }

  makeAd(shop, name, { stays = false } = {}) {
    return this.make(shop, shop.ads, { name, stays }, name, async () => {
      const form = new FormData();
      form.set('advertisement', new Blob([mediaFile('picture.jpg')]), name);
      const answer = await this.asShop(shop, 'post', '/advertisements/upload', form);
      return { ...answer, id: answer.body?.advertisement?.id };
    });
  }

  async make(shop, things, thing, name, ask) {
    Object.assign(thing, { there: this.register(`${shop.id}.${name}`, false) });
    things.set(name, thing);
    let answer;
    await thing.there.set(true, async () => {
      answer = await ask();
      thing.id = answer.id;
      return answer;
    });
    return answer;
  }

  async remove({ there }, path) {
    let answer;
    await there.set(false, async () => {
      answer = await this.admin('delete', path);
      // An earlier attempt without an answer has deleted it.
      if (answer.status === 404 && there.unknown.length > 0) answer = { status: 200 };
      return answer;
    });
    return answer;
  }

  /** `{ what, about }` for each shop that isn't let in with the password that was acknowledged last. */
  async checkPasswords() {
    /** @type {{ what: string, about: string, isLost?: boolean }[]} */
    const found = this.wrong.splice(0).map((what) => ({ what, about: what.split(' ')[0], isLost: true }));
    for (const { id, username, passwords } of this.passwordShops) {
      const may = passwords.may();
      const stands = await this.passwordThatLetsIn(username, may);
      if (stands) passwords.settle(stands);
      else if (stands === undefined) found.push({ what: `${id} gets no answer to a sign-in`, about: passwords.name });
      else {
        const tried = [...passwords.turns.keys()].slice(-PASSWORDS_ASKED).map((text) => JSON.parse(text));
        const other = (await this.passwordThatLetsIn(username, tried)) || 'an older one';
        found.push({ what: `${id} is let in with ${other}, not with ${may}`, about: passwords.name, isLost: true });
      }
    }
    return found;
  }

  /** False when all are refused, and undefined when nobody says so. */
  async passwordThatLetsIn(username, passwords) {
    for (const password of passwords) {
      const answer = await until(async () => {
        const { status } = await this.call(undefined, 'post', '/auth/login', { username, password });
        return [200, 401].includes(status) && status;
      }, SIGN_IN_TIMEOUT_MS).catch(() => undefined);
      if (answer !== 401) return answer && password;
    }
    return false;
  }
}
