import { ADMIN, caller, changeShop, signIn, TestHarness, until } from '@sarafa/testing';

const SHOP_PASSWORD = 'a password of the fuzzed shop';
const KEPT_IDS = 40;
const SHOWN = 2_000;

/** The product on real servers, with the sessions of an admin and a shop, and everything that was found. */
export class FuzzedProduct extends TestHarness {
  requests = 0;
  statuses = new Map();
  faults = [];
  tokens = {};
  /** The sessions that are being made. */
  renewing = {};
  /** Ids of things that exist, the newest last, because invented ids only lead to 404. */
  ids = [];
  shops = 0;

  async start() {
    await this.open({ withFiles: true });
    this.feed.set({ gold: '467500', silver: '6938', at: new Date(Date.now() - 1_000) });
    this.app = await this.startPart('standalone', {
      PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
      // Each request comes from an address of its own; otherwise failed sign-ins would soon be slowed down and hide faults
      // behind them.
      TRUST_PROXY: '127.0.0.1',
      MARKET_STALE_AFTER_MS: '86400000',
      LOG_LEVEL: 'warn',
    });
    const { token, userId } = await signIn(this.url, ADMIN.username, ADMIN.password);
    this.tokens.admin = token;
    this.admin = await this.db.collection('accounts').findOne({ username: ADMIN.username });
    this.adminId = userId;
    await this.renew('shop');
  }

  get url() {
    return this.app.url;
  }

  /** An address that hasn't been used before. */
  nextAddress() {
    return `10.${(this.requests >> 14) & 255}.${(this.requests >> 6) & 255}.7`;
  }

  /** Makes a new session after the fuzzing has ended the last one, by changing a password or deleting an account. */
  async renew(role) {
    const session = () => (role === 'admin' ? this.renewAdmin() : this.renewShop());
    this.renewing[role] ??= session().finally(() => delete this.renewing[role]);
    await this.renewing[role];
  }

  /** Restores the admin's account, and signs in. */
  async renewAdmin() {
    const { username, password_hash, role } = this.admin;
    const accounts = this.db.collection('accounts');
    const found = await accounts.findOne({ _id: this.admin._id });
    if (!found) await accounts.insertOne({ ...this.admin, rev: 1_000 + this.requests, unpublished: true });
    else if (found.username !== username || found.password_hash !== password_hash || found.role !== role)
      await changeShop(this.db, this.adminId, { username, password_hash, role });
    await until(async () => {
      const { status, body } = await this.ask('post', '/auth/login', ADMIN);
      this.tokens.admin = body.token;
      return status === 200 && (await this.ask('get', '/auth/me', undefined, body.token)).status === 200;
    }, 20_000);
  }

  /** Makes another shop, and signs it in. */
  async renewShop() {
    const made = { username: `fuzzed-${++this.shops}`, password: SHOP_PASSWORD };
    const create = () => this.ask('post', '/user/create', made, this.tokens.admin);
    let { status, body } = await create();
    if (status === 401) {
      await this.renew('admin');
      ({ status, body } = await create());
    }
    if (status !== 201) throw new Error(`No shop for the fuzz: ${status} ${JSON.stringify(body)}`);
    this.learn(body.user.id);
    this.tokens.shop = (await this.ask('post', '/auth/login', made)).body.token;
  }

  /**
   * Calls the product from an address that nothing else uses.
   * @returns {Promise<{ status: number, body: any }>}
   */
  ask(method, path, body, token) {
    const address = `10.255.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
    return caller(this.url, token).call(method, path, body, { 'x-forwarded-for': address });
  }

  /** Remembers the id of something that exists. */
  learn(id) {
    // Not the admin's own id, because requests about it would end the admin's sessions too often.
    if (id === this.adminId || this.ids.includes(id)) return;
    this.ids.push(id);
    if (this.ids.length > KEPT_IDS) this.ids.splice(1, 1);
  }

  /**
   * Records how a request was answered; `status` is 0 for no answer.
   * @param {{ status: number, retryAfter?: string, request: string, answer: string, fault?: string }} asked
   */
  note({ status, retryAfter, request, answer, fault }) {
    this.requests++;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    for (const [, id] of answer.matchAll(/"id":"([0-9a-f]{24})"/g)) this.learn(id);
    const isCeiling = status === 503 && retryAfter;
    const why = fault ?? (status >= 500 && !isCeiling ? `answered ${status}` : undefined);
    if (!why) return;
    const id = /"requestId":"([^"]+)"/.exec(answer)?.[1];
    const log = this.app.logs.filter((line) => id && line.includes(id)).join('\n');
    this.faults.push({ why, request: shown(request), answer: shown(answer), log: shown(log) });
    console.log(`fault ${this.faults.length}: ${why}: ${request.slice(0, 100).split('\r\n')[0]}`);
  }

  /** The product must still be healthy after all requests. */
  async checkHealth() {
    const health = await fetch(`${this.url}/health/ready`).catch(() => undefined);
    if (!health?.ok)
      this.note({ status: 0, request: 'GET /health/ready', answer: this.app.logs.slice(-20).join('\n'), fault: 'not ready' });
  }
}

function shown(text) {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)} ... ${text.length} in all` : text);
}
