import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Actor, marketQuote, type MarketStatus, marketStatus, Metal, type StateKey } from '@sarafa/contracts';
import { Bus, RpcClient, type Running, StateCache } from '@sarafa/server';
import { MarketFeed, natsAndMongo, type Servers, until } from '@sarafa/testing';
import { pricingApp } from '../pricing.app.js';

export const POLL_MS = 100;
/** For specs that move the market seldom: polls and sweeps keep a slow machine busy, and calls have 3 s. */
export const RARE_POLL_MS = 500;
/** gold-api.com is asked for each metal on its own. */
export const QUESTIONS_PER_POLL = Metal.options.length;
export const ADMIN: Actor = { role: 'admin', id: 'a'.repeat(24) };

/** Pricing over servers of its own, asking a market that a spec moves. */
class MarketHarness {
  servers!: Servers;
  feed!: MarketFeed;
  bus!: Bus;
  state!: StateCache;
  rpc!: RpcClient;
  running: Running[] = [];
  /** Provider's times count whole seconds, so each new quote gets one of its own. */
  clock!: number;

  constructor(private readonly pollMs: number) {}

  async open(): Promise<void> {
    [this.servers, this.feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.servers.remove(), this.feed.close()]);
  }

  /** Nothing of an earlier test is left, and the market stands at 400000 and 6000. */
  async begin(): Promise<void> {
    const { nats, db } = this.servers;
    this.bus = await Bus.connect(nats.url, 'spec');
    // Their indexes remain, because making them anew costs each test more than what it does.
    const collections = await db.db!.collections();
    await Promise.all([this.emptyNats(), ...collections.map((one) => one.deleteMany({}))]);
    this.state = new StateCache(this.bus);
    this.rpc = new RpcClient(this.bus);
    this.feed.fault = 'none';
    this.feed.faults = {};
    this.feed.own = {};
    this.clock = Math.floor(Date.now() / 1_000) * 1_000 - 40_000;
    this.quote('400000', '6000');
    const settings = { _id: 'market' as never, update_interval_ms: this.pollMs, dynamic_price_interval: 5, rev: 1 };
    await db.collection('price_settings').insertOne(settings);
  }

  private async emptyNats(): Promise<void> {
    const { streams } = await this.bus.jetStream.manager();
    for await (const name of streams.names()) await streams.delete(name);
  }

  async end(): Promise<void> {
    await Promise.all(this.running.splice(0).map((app) => app.close()));
    this.state.onApplicationShutdown();
    await this.bus.close();
  }

  /** What the feed says from now on, a second younger than before. */
  readonly quote = (gold: string, silver: string): void => {
    this.feed.set({ gold, silver, at: new Date((this.clock += 1_000)) });
  };

  readonly start = async (env: Record<string, string> = {}): Promise<Running> => {
    const config = { ...this.feed.env, ...this.servers.env, SWEEP_MS: String(2 * this.pollMs), MARKET_HOURS: 'always' };
    const app = await pricingApp.start(pricingApp.config.parse({ ...config, ...env }));
    this.running.push(app);
    return app;
  };

  readonly stop = async (app: Running): Promise<void> => {
    await app.close();
    this.running = this.running.filter((other) => other !== app);
  };

  readonly read = <T>(stateKey: StateKey<T>, id = ''): Promise<T | null> => this.state.load(stateKey, id).catch(() => null);
  readonly latest = () => this.read(marketQuote);
  readonly status = () => this.read(marketStatus) as Promise<MarketStatus>;

  readonly shown = async (): Promise<[string, string] | undefined> => {
    const found = await this.latest();
    return found ? [found.gold.price, found.silver.price] : undefined;
  };

  readonly shows = (gold: string, silver: string): Promise<boolean> =>
    until(async () => {
      const prices = await this.shown();
      return prices?.[0] === gold && prices[1] === silver;
    }).catch(async (cause: Error) => {
      throw new Error(`shown: ${(await this.shown())?.join(' ')}; status: ${JSON.stringify(await this.status())}`, { cause });
    });

  /** So many polls more. */
  readonly asked = (count: number) => {
    const from = this.feed.requests.goldApi.count;
    return until(() => this.feed.requests.goldApi.count >= from + QUESTIONS_PER_POLL * count);
  };

  readonly refusals = () => this.servers.db.collection('quarantine').find().sort({ refused_at: 1 }).toArray();
}

/** For all specs of a file. */
export function marketHarness(pollMs = POLL_MS): MarketHarness {
  const w = new MarketHarness(pollMs);
  beforeAll(() => w.open());
  afterAll(() => w.close());
  beforeEach(() => w.begin());
  afterEach(() => w.end());
  return w;
}
