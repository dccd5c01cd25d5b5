// Two replicas of each part as processes, each connected to real servers by connections of its own.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, heldLine, MovedClock, natsServer, notReady, PARTS, productEnv, random, TestHarness } from '@sarafa/testing';

const REPLICAS = [0, 1];
const UPDATE_INTERVAL_MS = 2_000;
/** Enough for the product's state; a fault fills the rest. */
const NATS_DISK = 48 * 1024 * 1024;
const ENV = {
  PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000',
  STREAMS_PER_ADDRESS: '100000',
  LOG_LEVEL: 'warn',
  // Short grace periods, so that leftovers are removed during the run.
  SWEEP_MS: '1000',
  AD_GRACE_MS: '4000',
  LOGO_GRACE_MS: '4000',
  ORPHAN_GRACE_MS: '4000',
  REMOVE_ANYWAY_UNTIL: '2099-01-01T00:00:00Z',
  UPLOAD_LEASE_MS: '5000',
};

/** Starts a NATS whose disk can be filled. */
async function smallNats(dir) {
  const config = join(dir, 'nats.conf');
  await writeFile(config, `jetstream { max_file_store: ${NATS_DISK} }\n`);
  return natsServer({ config });
}

export class Cluster extends TestHarness {
  parts = [];

  async start() {
    await this.openServers();
    await this.startParts();
  }

  async startParts() {
    const mediaPorts = await Promise.all(REPLICAS.map(freePort));
    for (const name of PARTS) {
      // In the order of their numbers and not of their starts, so that a seed draws the same replicas in each run.
      this.parts.push(...(await Promise.all(REPLICAS.map((index) => this.startReplica(name, index, mediaPorts[index])))));
    }
    this.gateways = this.parts.filter(({ name }) => name === 'gateway').map(({ app }) => app);
  }

  /** The gateways that clients ask. */
  get upGateways() {
    return this.gateways;
  }

  openServers(servers = { startNats: smallNats }) {
    return this.open({ ...servers, withFiles: true, updateIntervalMs: UPDATE_INTERVAL_MS });
  }

  async startReplica(name, index, mediaPort) {
    const { lines, env: servers } = await this.serversFor(name, `http://127.0.0.1:${mediaPort}`);
    const clock = new MovedClock(join(this.dir, `clock-${name}-${index}`));
    const env = { ...ENV, ...servers, MEDIA_PORT: String(mediaPort), ...clock.env };
    const app = await this.startPart(name, env, clock.nodeArgs);
    return { name, label: `${name}-${index}`, index, app, lines, clock };
  }

  /**
   * How a replica reaches the servers, and the lines between.
   * @returns {Promise<{ lines: Record<string, import('@sarafa/testing').HeldLine>, env: Record<string, string> }>}
   */
  async serversFor(name, mediaUrl) {
    const lines = {
      nats: await this.line(this.nats.url),
      mongo: await this.line(this.mongo.url),
      s3: await this.line(this.s3.url),
    };
    if (name === 'gateway') lines.media = await this.line(mediaUrl);
    const s3 = { ...this.s3, url: lines.s3.url };
    const env = productEnv({ nats: lines.nats.url, mongo: lines.mongo.url, s3, feed: this.feed });
    return { lines, env: { ...env, MEDIA_URL: lines.media?.url ?? mediaUrl } };
  }

  /** Lets the market move every second until the end; with `most` 0 its quote gets younger, and stays the same. */
  moveMarket(seed, most = 0.001) {
    let [gold, silver] = [467_500, 6_938];
    const drawn = random(seed);
    const moved = () => 1 + (drawn.next() - 0.5) * 2 * most;
    const move = () => {
      gold *= moved();
      silver *= moved();
      this.feed.set({ gold: gold.toFixed(2), silver: silver.toFixed(2), at: new Date() });
    };
    move();
    const market = setInterval(move, 1_000);
    this.atEnd(() => clearInterval(market));
  }

  line(url) {
    return this.started(heldLine(url), (line) => line.close());
  }

  /** The labels of the parts that aren't ready within the time. */
  async lateParts(timeoutMs) {
    const late = await notReady(
      this.parts.map(({ app }) => app),
      timeoutMs,
    );
    return this.parts.filter(({ app }) => late.includes(app)).map(({ label }) => label);
  }
}
