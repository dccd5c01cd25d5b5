import { mongod, natsServer, type Server } from './backing.js';
import { database, type Database } from './shops.js';

/** The servers that most services need, for one spec alone. */
export interface Servers {
  readonly nats: Server;
  readonly mongo: Server;
  readonly db: Database;
  /** The environment that points a service at these servers and makes its sweeps frequent. */
  readonly env: { readonly NATS_URL: string; readonly MONGO_URL: string; readonly SWEEP_MS: string };
  remove(): Promise<void>;
}

export async function natsAndMongo(): Promise<Servers> {
  const [nats, mongo] = await Promise.all([natsServer(), mongod()]);
  const db = await database(mongo.url);
  const env = { NATS_URL: nats.url, MONGO_URL: mongo.url, SWEEP_MS: '100' };
  const remove = async () => {
    await db.close();
    await Promise.all([nats.remove(), mongo.remove()]);
  };
  return { nats, mongo, db, env, remove };
}
