// Clients that save something new until that is acknowledged: what was told to have failed must not stand afterwards.
import { setTimeout } from 'node:timers/promises';
import { mediaFile, until } from '@sarafa/testing';
import { Register } from '../faults/history.mjs';
import { remove } from '../faults/shop-changes.mjs';
import { LIST_STEP, Writers } from '../faults/writers.mjs';

const RETRY_MS = 200;
const PAUSE_MS = 2_000;
/** Between changes that cost much: hashes of passwords, and pictures. */
const LONG_PAUSE_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
const SIGN_IN_TIMEOUT_MS = 60_000;
/** How many of a shop's newest passwords are tried to see which one stands. */
const PASSWORDS_ASKED = 5;
const MARGINS = 500;
const LIST_PRICES = 100;
const HOUR_MS = 3_600_000;
/** Of so many tokens the check asks whether they are still revoked. */
const TOKENS_KEPT = 200;

/** Knows in which order its values were tried. */
class TurnRegister extends Register {
  turns = new Map();
  tries = 0;
  acknowledgedTurn = 0;

  async set(value, change) {
    this.turns.set(JSON.stringify(value), ++this.tries);
    await super.set(value, change);
    if (this.acknowledged === value) this.acknowledgedTurn = this.turnOf(value);
  }

  turnOf(value) {
    return this.turns.get(JSON.stringify(value));
  }
}

export class LastingWriters extends Writers {
  /** Registers that are left alone until the next check, so that an older value that comes back stays to be seen. */
  resting = new Set();
  /** What is being saved: its kind, and the last answer. */
  saving = new Map();
  saves = 0;
  wrong = [];

  constructor(cluster, history, rng, outages) {
    super(cluster, history, rng);
    this.outages = outages;
  }

  get url() {
    return this.rng.one(this.cluster.upGateways).url;
  }

  register(name, value) {
    return new TurnRegister(name, value, this.history);
  }

  /** Boards show the first shops, whose rates follow the market and whose passwords stay. */
  async start(count, withBoards) {
    await this.prepare(count);
    for (const shop of this.shops) {
      shop.tokens = [shop.token];
      const title = `row of ${shop.username}`;
      const { status, body } = await this.admin('post', '/admin/custom-tables', { title, userId: shop.id, price: 1 });
      if (status !== 201) throw new Error(`${title}: ${status}`);
      const there = this.register(`${shop.id}.row`, true);
      shop.rows.set(title, { title, id: body.customTable.id, there, price: this.register(`${shop.id}.price`, 1) });
    }
    const [shown, others] = [this.shops.slice(0, withBoards), this.shops.slice(withBoards)];
    const every = (of) => others.filter((_, index) => index % 3 === of);
    this.passwordShops = every(0);
    const lanes = [
      ...this.lanes('name', 3, this.shops, (shop) => this.fieldOf(shop, 'shop_name', (turn) => `Shop ${turn}`)),
      ...this.lanes('margin', 2, this.shops, (shop) => this.fieldOf(shop, 'gold_margin', (turn) => (turn % MARGINS) / 10)),
      ...this.lanes('price', 3, this.shops, (shop) => this.priceOf(shop)),
      ...this.lanes('rate rows', 2, this.shops, (shop) => this.rateRowsOf(shop)),
      ...this.lanes('hold', 1, others, (shop) => this.holdOf(shop)),
      ...this.lanes('rate list', 1, this.lists, (list) => this.listOf(list)),
      ...this.lanes('subscription', 1, every(1), (shop) => this.subscriptionOf(shop)),
      ...this.lanes('password', 1, this.passwordShops, (shop) => this.passwordOf(shop), LONG_PAUSE_MS),
      ...this.lanes('sign-out', 1, every(2), (shop) => this.signOutOf(shop), LONG_PAUSE_MS),
      ...this.lanes('upload', 1, shown, (shop) => this.adOf(shop), LONG_PAUSE_MS),
    ];
    this.running = Promise.all(lanes);
  }

  /** Each lane makes one change after the other, to things of its own. */
  lanes(kind, count, owners, targetOf, pauseMs = PAUSE_MS) {
    const ownersOf = (lane) => owners.filter((_, index) => index % count === lane);
    return Array.from({ length: count }, (_, lane) => this.run(kind, ownersOf(lane).map(targetOf), pauseMs));
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

  async saveUntilDone(kind, { register, next, done }) {
    for (let tries = 1; ; tries++) {
      const [value, save] = next(++this.saves);
      const at = performance.now();
      let answer;
      await register.set(value, async () => (answer = await save()));
      const { status, body } = answer;
      // A refusal, of a list that has changed meanwhile for example, is an answer too.
      const isAnswered = status > 0 && status < 500;
      const why = `${status} ${body?.code ?? ''}`;
      this.outages.note(kind, register.name, { at, until: performance.now(), isGood: isAnswered, why });
      this.saving.set(register, `${kind} ${why}`);
      const isDone = isAnswered && status < 300;
      if (isDone && tries > 1) this.resting.add(register);
      if (isDone) return done?.(value);
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

  fieldOf(shop, name, valueOf) {
    const next = (turn) => [valueOf(turn), () => this.admin('put', `/user/update/${shop.id}`, { [name]: valueOf(turn) })];
    return { register: shop.fields[name], next };
  }

  priceOf(shop) {
    const [row] = shop.rows.values();
    const next = (price) => [price, () => this.admin('put', `/admin/custom-tables/${row.id}`, { price })];
    return { register: row.price, next };
  }

  rateRowsOf(shop) {
    const path = `/user/rate-rows/${shop.id}`;
    const next = (turn) => {
      const ids = [`row-${turn}`];
      const rows = ids.map((id) => ({ id, metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' }));
      const save = async () => {
        const read = await this.admin('get', path);
        return read.status === 200 ? this.admin('put', path, { rev: read.body.rev, rows_mode: 'own', rows }) : read;
      };
      return [{ rows_mode: 'own', ids }, save];
    };
    return { register: shop.rateRows, next };
  }

  holdOf(shop) {
    const next = (turn) => {
      const end = turn % 3 === 0 ? null : new Date(Date.now() + 9 * HOUR_MS).toISOString();
      return [end, () => this.admin('put', `/user/rates/hold/${shop.id}`, { until: end })];
    };
    return { register: shop.heldUntil, next };
  }

  listOf({ id, perGram }) {
    const next = (turn) => {
      const value = LIST_STEP * (LIST_PRICES + (turn % LIST_PRICES));
      return [value, () => this.admin('put', `/admin/rate-lists/${id}`, { gold: { fineness: 1_000, per_gram: value } })];
    };
    return { register: perGram, next };
  }

  subscriptionOf(shop) {
    const { subscription } = shop;
    // Something else than what was tried last, so that it can be told apart.
    let active = true;
    const next = () => {
      active = !active;
      const value = active;
      return [value, () => this.admin('put', `/user/${shop.id}/subscription`, { active: value })];
    };
    return { register: subscription, next };
  }

  passwordOf(shop) {
    shop.passwords = this.register(`${shop.id}.password`, shop.password);
    const next = (turn) => {
      const password = `password ${turn} of ${shop.username}`;
      const save = async () => {
        const answer = await this.admin('put', `/user/update/${shop.id}`, { password });
        if (answer.status === 403) await this.signInAdmin();
        return answer;
      };
      return [password, save];
    };
    const done = (password) => {
      shop.password = password;
      return this.signInAgain(shop, 'has another password');
    };
    return { register: shop.passwords, next, done };
  }

  signOutOf(shop) {
    const next = (turn) => {
      const save = async () => {
        const answer = await this.call(shop.token, 'post', '/auth/logout-all');
        // An attempt that was told to have failed has ended the session; whether that lasts is for the next attempt to say.
        if (answer.status === 401) await this.signIn(shop);
        return answer;
      };
      return [turn, save];
    };
    return { register: this.register(`${shop.id}.sessions`, 0), next, done: () => this.signInAgain(shop, 'signed out') };
  }

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

  /** One ad at a time: it is uploaded, and next time deleted. */
  adOf(shop) {
    let uploaded;
    const register = this.register(`${shop.id}.ad`, undefined);
    const next = (turn) => [turn, () => (uploaded ? this.deleteAd(uploaded) : this.upload(shop, `ad-${turn}.jpg`))];
    const done = () => {
      uploaded = uploaded ? undefined : [...shop.ads.values()].at(-1);
    };
    return { register, next, done };
  }

  async upload(shop, name) {
    const ad = { name, there: this.register(`${shop.id}.${name}`, false) };
    shop.ads.set(name, ad);
    let answer;
    await ad.there.set(true, async () => {
      const form = new FormData();
      form.set('advertisement', new Blob([mediaFile('picture.jpg')]), name);
      answer = await this.call(shop.token, 'post', '/advertisements/upload', form);
      ad.id = answer.body?.advertisement?.id;
      return answer;
    });
    return answer;
  }

  async deleteAd(ad) {
    let answer;
    await ad.there.set(false, async () => (answer = await remove(this, ad, `/advertisements/${ad.id}`)));
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
