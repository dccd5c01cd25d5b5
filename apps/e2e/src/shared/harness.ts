import {
  ADMIN,
  type Database,
  database,
  makeShop,
  type MarketFeed,
  objectsIn,
  type RunningApp,
  type S3Server,
  type Server,
  setUpdateInterval,
  signIn,
  type SignedInCaller,
  TestHarness,
  until,
} from '@sarafa/testing';
import { deployed, type Deployed } from './deployed.js';

/** How often the product asks the market, and looks for what was written to the database past it. */
export interface Pace {
  readonly pollMs: number;
  readonly sweepMs: number;
}

/** The sweeps of a product in use. */
const USUAL: Pace = { pollMs: 2_000, sweepMs: 3_000 };
/** A provider gives the price of a moment before. */
const QUOTED_BEFORE_MS = 50_000;
const wholeSecond = () => Math.floor(Date.now() / 1_000) * 1_000;

/** For specs that move the market. */
export const LIVELY: Pace = { pollMs: 400, sweepMs: 3_000 };
/** For specs that write to the database themselves, or assert how soon something is seen. A product with it takes a quarter of a processor while it is idle. */
export const QUICK: Pace = { pollMs: 300, sweepMs: 500 };

export { ADMIN };

/** The whole built product on servers of its own, asking a market that the spec moves. */
export interface Harness {
  readonly nats: Server;
  readonly mongo: Server;
  readonly db: Database;
  /** Only with files. */
  readonly s3: S3Server | undefined;
  readonly feed: MarketFeed;
  readonly product: RunningApp;
  /** Sets the market's prices, with a time a second later than before, because providers give whole seconds. */
  quote(gold: string, silver: string): void;
  /** The first admin, signed in. */
  admin(): Promise<SignedInCaller>;
  /** A new shop of that name, signed in. */
  shop(username: string): Promise<SignedInCaller>;
  get(path: string, init?: RequestInit): Promise<Response>;
  json(path: string): Promise<Record<string, unknown>>;
  end(): Promise<void>;
}

export interface HarnessOptions {
  /** Of the product's own process. A deployed product keeps the environment that it has. */
  readonly env?: Record<string, string>;
  /** With the server for files. */
  readonly withFiles?: boolean;
  readonly pace?: Pace;
}

export async function harness({ env = {}, withFiles = false, pace = USUAL }: HarnessOptions = {}): Promise<Harness> {
  if (deployed) return deployedWorld(deployed, pace);
  const w = new TestHarness();
  try {
    await w.open({ withFiles, updateIntervalMs: pace.pollMs });
    const { nats, mongo, s3, db, feed } = w;
    const quote = quotesFrom(wholeSecond() - QUOTED_BEFORE_MS, (prices) => feed.set(prices));
    const product = await w.startPart('standalone', {
      PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000',
      MARKET_STALE_AFTER_MS: '3600000',
      SWEEP_MS: String(pace.sweepMs),
      ...env,
    });
    return { nats, mongo, s3, db, feed, product, quote, ...(await clientOf(product.url)), end: () => w.end() };
  } catch (error) {
    await w.end();
    throw error;
  }
}

/**
 * A market of a first quote at once. The time of each quote is at least a second after the one before, the first one's after
 * `clock`, and it is never older than a source's may be, however slow the spec is.
 */
function quotesFrom(clock: number, set: (prices: { gold: string; silver: string; at: Date }) => unknown): Harness['quote'] {
  const quote = (gold: string, silver: string) => {
    clock = Math.max(clock + 1_000, wholeSecond() - QUOTED_BEFORE_MS);
    void set({ gold, silver, at: new Date(clock) });
  };
  quote('467500', '6938');
  return quote;
}

/** Asks a product that has got its first quote. */
async function clientOf(url: string): Promise<Pick<Harness, 'admin' | 'shop' | 'get' | 'json'>> {
  const get = (path: string, init?: RequestInit) => fetch(url + path, init);
  const json = async (path: string) => (await (await get(path)).json()) as Record<string, unknown>;
  const admin = () => signIn(url, ADMIN.username, ADMIN.password);
  const shop = async (username: string) => makeShop(url, await admin(), username);
  // Not oftener: a spec may have set a ceiling of fifty reads a minute.
  await until(async () => (await get('/prices/detailed')).ok, 120_000, 250);
  return { admin, shop, get, json };
}

/** Like `harness`, without the servers, which are stopped by whoever deployed them. Throws for what a spec can't have here. */
async function deployedWorld({ url, mongo, feed, s3 }: Deployed, { pollMs }: Pace): Promise<Harness> {
  const db = await database(mongo);
  await setUpdateInterval(db, pollMs);
  await emptied(url, s3);
  let told: Promise<unknown> = Promise.resolve();
  // Later than every question to the market so far.
  const quote = quotesFrom(Math.ceil(Date.now() / 1_000) * 1_000, (prices) => {
    const body = JSON.stringify(prices);
    // One after the other, in order.
    told = told.then(() => fetch(feed, { method: 'PUT', body }));
  });
  return {
    get nats(): never {
      throw new Error("A deployed product's NATS is its own");
    },
    get mongo(): never {
      throw new Error("A deployed product's MongoDB is its own");
    },
    get feed(): never {
      throw new Error('A deployed product hears of the market by `quote` alone');
    },
    db,
    s3: { ...s3 } as Harness['s3'],
    product: { url } as RunningApp,
    quote,
    ...(await clientOf(url)),
    end: () => db.close(),
  };
}

/** Removes the shops, admins and files that another spec has left. */
async function emptied(url: string, s3: Deployed['s3']): Promise<void> {
  const admin = await signIn(url, ADMIN.username, ADMIN.password);
  const list = async (path: string) => (await admin.call('get', path)).body as { id: string }[];
  for (const { id } of await list('/user/list')) await admin.call('delete', `/user/delete/${id}`);
  const others = (await list('/admin/list')).filter(({ id }) => id !== admin.userId);
  for (const { id } of others) await admin.call('delete', `/admin/delete/${id}`);
  await until(async () => (await objectsIn(s3 as S3Server)).length === 0, 30_000);
}
