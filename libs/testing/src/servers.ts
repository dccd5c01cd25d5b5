import type { Server } from './backing.js';
import type { Database } from './shops.js';
import { MASTER_KEY } from './signing-key.js';
import { TestHarness } from './test-harness.js';

/** The servers that most services need, for one spec alone. */
export interface Servers {
  readonly nats: Server;
  readonly mongo: Server;
  readonly db: Database;
  /** A folder for the spec alone. */
  readonly dir: string;
  /** The environment that points a service at these servers, makes its sweeps frequent, and takes calls for accounts that nobody made. */
  readonly env: Readonly<Record<'NATS_URL' | 'MONGO_URL' | 'MASTER_KEY' | 'SWEEP_MS' | 'CALLER_TOKENS', string>>;
  remove(): Promise<void>;
}

export async function natsAndMongo(): Promise<Servers> {
  const w = new TestHarness();
  await w.open();
  const { nats, mongo, db, dir } = w;
  const env = { NATS_URL: nats.url, MONGO_URL: mongo.url, MASTER_KEY, SWEEP_MS: '100', CALLER_TOKENS: 'optional' };
  return { nats, mongo, db, dir, env, remove: () => w.end() };
}
