// The product's parts with servers of their own and a wall clock that can be moved, behind one address in front of the gateways
// of all releases.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  addShops,
  database,
  forgetRelease,
  freePort,
  front,
  MarketFeed,
  minio,
  mongod,
  natsServer,
  productEnv,
  releaseOf,
  setAds,
  setUpdateInterval,
  startApp,
  until,
} from '@sarafa/testing';

const WRONG_CLOCK = fileURLToPath(new URL('../faults/wrong-clock.mjs', import.meta.url));
/** How often the file with the clock's offset is read. */
const CLOCK_READ_MS = 250;
/**
 * Shorter than an admin may set. A rate is live for one and a half intervals and then late, so boards change between the two.
 */
const POLL_MS = 300;
const YEAR_MS = 365 * 86_400_000;
/** By default the worker gives a new release a minute to show a rate, by a clock that can't be moved here. */
const PROOF_MS = 5_000;

export class Harness {
  cleanups = [];
  releases = [];
  parts = [];
  ahead = 0;

  /** `now` is the product's time at the start. */
  async start(now, profile) {
    this.dir = await mkdtemp(join(tmpdir(), 'sarafa-soak-'));
    this.cleanups.push(() => rm(this.dir, { recursive: true, force: true }));
    this.ahead = now - Date.now();
    await this.writeClock();
    const [nats, mongo, s3, feed, way] = await Promise.all([natsServer(), mongod(), minio(), MarketFeed.start(), front()]);
    Object.assign(this, { nats, s3, feed, way });
    this.cleanups.push(nats.remove, mongo.remove, s3.remove, () => feed.close(), way.close);
    this.db = await database(mongo.url);
    this.cleanups.push(() => this.db.close());
    await setUpdateInterval(this.db, POLL_MS);
    this.quote('467500.00', '6938.00');
    const release = this.newRelease('1');
    const mediaPort = String(await freePort());
    this.env = {
      ...productEnv({ nats, mongo, s3, feed }),
      ...{ CLOCK_FILE: join(this.dir, 'clock'), PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'warn' },
      ...{ MEDIA_PORT: mediaPort, MEDIA_URL: `http://127.0.0.1:${mediaPort}` },
      // A source that answers both metals in one request, so that no quote comes in two halves.
      ...{ MARKET_SOURCES: 'metals-dev', MARKET_HOURS: 'spot', MARKET_STALE_AFTER_MS: '86400000', SWEEP_MS: '500' },
    };
    await Promise.all(['users', 'auth', 'pricing', 'settings', 'media'].map((name) => this.startPart(name)));
    await this.rollOut(release);
    [this.shop] = await addShops(this.db, [{ subscription_end_date: new Date(now + YEAR_MS), ...profile }]);
    await until(async () => (await fetch(`${way.url}/prices/user/${this.shop}`)).ok, 20_000);
    this.address = `${way.url}/public-view/${this.shop}`;
  }

  get now() {
    return Date.now() + this.ahead;
  }

  async pass(ms) {
    this.ahead += ms;
    await this.writeClock();
    // No part reports that it has read the file, so this is a fixed time.
    await setTimeout(CLOCK_READ_MS);
  }

  writeClock() {
    return writeFile(join(this.dir, 'clock'), String(this.ahead));
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

  newRelease(mark, changes) {
    const release = releaseOf(mark, { proofMs: PROOF_MS, ...changes });
    this.releases.push(release);
    this.cleanups.push(() => forgetRelease(release));
    return release;
  }

  async startPart(name, env = {}) {
    // Media's clock stays right, because S3 compares the time in signed requests with its own.
    const nodeArgs = name === 'media' ? [] : ['--import', WRONG_CLOCK];
    const { MEDIA_PORT, ...others } = this.env;
    const part = await startApp(name, { env: { ...others, ...(name === 'media' && { MEDIA_PORT }), ...env }, nodeArgs });
    this.parts.push(part);
    this.cleanups.push(() => part.stop('SIGKILL'));
    return part;
  }

  /** From now on a gateway of this release answers all requests; the one before ends. */
  async rollOut(release) {
    const before = this.gateway;
    this.gateway = await this.startPart('gateway', { WEB_DIR: release.folder });
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

  async end() {
    for (const cleanup of this.cleanups.reverse()) await Promise.resolve(cleanup()).catch(() => undefined);
  }
}
