// The product's parts with servers of their own and a wall clock that can be moved, behind one address in front of the gateways
// of all releases.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  ADMIN,
  addShops,
  forgetRelease,
  front,
  HeapReport,
  MovedClock,
  releaseOf,
  setAds,
  signIn,
  TestHarness,
  until,
} from '@sarafa/testing';

/** How often the file with the clock's offset is read. */
const CLOCK_READ_MS = 250;
/**
 * Shorter than an admin may set. A rate is live for one and a half intervals and then late, so boards change between the two.
 */
const POLL_MS = 300;
const YEAR_MS = 365 * 86_400_000;
/** By default the worker gives a new release a minute to show a rate, by a clock that can't be moved here. */
const PROOF_MS = 5_000;
const ENV = {
  MARKET_HOURS: 'spot',
  MARKET_STALE_AFTER_MS: '86400000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
  SWEEP_MS: '500',
  LOG_LEVEL: 'warn',
};

export class Harness extends TestHarness {
  releases = [];
  parts = [];
  ahead = 0;
  /** How often rows were changed in this run. */
  changed = 0;

  /** `now` is the product's time at the start. */
  async start(now, profile) {
    await this.open({ withFiles: true, updateIntervalMs: POLL_MS });
    this.way = await this.started(front(), (way) => way.close());
    this.clock = new MovedClock(join(this.dir, 'clock'));
    this.ahead = now - Date.now();
    this.clock.move(this.ahead);
    this.heap = new HeapReport(join(this.dir, 'heap'));
    this.quote('467500.00', '6938.00');
    const release = this.newRelease('1');
    await Promise.all(['users', 'auth', 'pricing', 'settings', 'media'].map((name) => this.startClocked(name)));
    await this.rollOut(release);
    const subscription_end_date = new Date(now + YEAR_MS);
    const shops = await addShops(this.db, [{ subscription_end_date, ...profile }, { subscription_end_date }]);
    this.shop = shops[0];
    this.busy = shops[1];
    await until(async () => (await fetch(`${this.way.url}/prices/user/${this.shop}`)).ok, 20_000);
    this.address = `${this.way.url}/public-view/${this.shop}`;
  }

  get now() {
    return Date.now() + this.ahead;
  }

  async pass(ms) {
    this.ahead += ms;
    this.clock.move(this.ahead);
    // No part reports that it has read the file, so this is a fixed time.
    await setTimeout(CLOCK_READ_MS);
  }

  /** Sets the market's prices, with the present as their time. */
  quote(gold, silver) {
    this.feed.set({ gold, silver, at: new Date(this.now - 1) });
  }

  async setAds(ads) {
    await setAds(this.db, this.shop, ads);
    const paths = ads.map(({ path }) => path).join();
    await until(async () => {
      const answer = await fetch(`${this.way.url}/advertisements/public/${this.shop}`);
      return answer.ok && (await answer.json()).map(({ file_path }) => file_path).join() === paths;
    }, 20_000);
  }

  /** A shop without a board changes all of its rows so many times; each time its prices are asked for. */
  async changeRows(times) {
    const admin = await signIn(this.way.url, ADMIN.username, ADMIN.password);
    const path = `/user/rate-rows/${this.busy}`;
    const read = async () => /** @type {{ body: { rev?: number } }} */ (await admin.call('get', path)).body.rev;
    let rev = await read();
    for (let change = 0; change < times; change++, this.changed++) {
      const rows = Array.from({ length: 24 }, (_, index) => ({
        ...{ metal: 'gold', fineness: 916, side: 'sell', percent: index },
        unit_grams: (10 + (this.changed % 9_000)) / 10,
      }));
      const saved = await admin.call('put', path, { rev, rows_mode: 'own', rows });
      if (saved.status !== 200) throw new Error(`Rows were refused: ${JSON.stringify(saved.body)}`);
      rev = await read();
      await fetch(`${this.way.url}/prices/user/${this.busy}`);
    }
  }

  newRelease(mark, changes) {
    const release = releaseOf(mark, { proofMs: PROOF_MS, ...changes });
    this.releases.push(release);
    this.atEnd(() => forgetRelease(release));
    return release;
  }

  /** Starts a part by the product's clock. */
  async startClocked(name, env = {}, args = []) {
    // Media's clock stays right, because S3 compares the time in signed requests with its own.
    const nodeArgs = [...args, ...(name === 'media' ? [] : this.clock.nodeArgs)];
    const part = await this.startPart(name, { ...ENV, ...this.clock.env, ...env }, nodeArgs);
    this.parts.push(part);
    return part;
  }

  /** From now on a gateway of this release answers all requests; the one before ends. */
  async rollOut(release) {
    const before = this.gateway;
    this.gateway = await this.startClocked('gateway', { WEB_DIR: release.folder, ...this.heap.env }, this.heap.nodeArgs);
    this.reach();
    await before?.stop();
  }

  /** Takes the gateway away, and its streams with it. */
  lose() {
    this.way.leadTo(`http://127.0.0.1:9`);
  }

  reach() {
    this.way.leadTo(this.gateway.url);
  }
}
