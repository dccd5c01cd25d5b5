import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running, type AppContext, newAppContext } from '@sarafa/server';
import {
  keysInKv,
  MarketFeed,
  natsAndMongo,
  type RunningApp,
  type Servers,
  setCustomTables,
  startApp,
  until,
} from '@sarafa/testing';
import mongoose from 'mongoose';
import { pricingApp } from './pricing.app.js';

const ADMIN: Actor = { role: 'admin', id: 'a'.repeat(24) };
const ROWS = [{ title: 'Coin', price: 900 }];
const GRACE_MS = '400';
/** What pricing stores of a shop beside its custom rows, by the collection. */
const BESIDE = {
  rate_rows: { rows_mode: 'own', rows: [] },
  holds: { since: new Date(), until: new Date() },
  shop_rate_lists: { name: 'Laxmi', valid_hours: 24, present: { set_at: new Date() } },
};
const KINDS = ['custom-tables', 'rate-rows', 'holds', 'shop-rate-lists'];
const newId = () => randomBytes(12).toString('hex');

describe('what is stored of shops whose deletion nobody told', () => {
  let servers: Servers;
  let feed: MarketFeed;
  let usersPart: RunningApp;
  let bus: Bus;
  let app: Running;
  let appContext: AppContext;
  /** A shop that users knows, with custom rows. */
  let shop: string;

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    usersPart = await startApp('users', { env: servers.env });
    bus = await Bus.connect(servers.nats.url, 'spec');
    shop = newId();
    const fields = { username: 'laxmi', password: 'a long password' };
    await new RpcClient(bus).call(users.createShop, { id: shop, fields }, ADMIN);
  });

  afterAll(async () => {
    await usersPart.stop('SIGKILL');
    await bus.close();
    await Promise.all([servers.remove(), feed.close()]);
  });

  beforeEach(async () => {
    for (const name of ['custom_tables', ...Object.keys(BESIDE)]) await servers.db.collection(name).deleteMany({});
    await setCustomTables(servers.db, shop, ROWS);
  });

  afterEach(() => app.close());

  const start = async (env: Record<string, string> = {}) => {
    appContext = newAppContext();
    const given = { ...feed.env, ...servers.env, ORPHAN_GRACE_MS: GRACE_MS, ...env };
    app = await pricingApp.start(pricingApp.config.parse(given), appContext);
  };
  const orphan = async () => {
    const id = newId();
    await setCustomTables(servers.db, id, ROWS);
    return id;
  };
  const storeBeside = async (id: string) => {
    const _id = new mongoose.Types.ObjectId(id);
    for (const [name, fields] of Object.entries(BESIDE))
      await servers.db.collection(name).insertOne({ _id, rev: 1, unpublished: true, ...fields });
  };
  const owners = async (name = 'custom_tables') =>
    (await servers.db.collection(name).find().toArray()).map(({ _id }) => String(_id));
  /** By pricing: the profile is users'. */
  const published = async (id: string) =>
    (await keysInKv(servers.nats.url)).filter((key) => key.startsWith(`boards/${id}.`) && !key.endsWith('.profile'));
  const shown = async (name: string, what = 'custom-tables') => {
    const lines = (await appContext.metrics.registry.metrics()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${name}{what="${what}"}`))?.split(' ')[1]);
  };

  it('is watched first, and goes when its grace is over; that of a shop that is there stays', async () => {
    const id = await orphan();
    for (const owner of [shop, id]) await storeBeside(owner);
    // A grace that no machine is slow enough to cross while it is looked at.
    await start({ ORPHAN_GRACE_MS: '600000' });
    const ofEach = (name: string) => Promise.all(KINDS.map((what) => shown(name, what)));
    await until(
      async () => String(await ofEach('sarafa_removals_watched')) === '1,1,1,1' && (await published(id)).length === 4,
    );
    for (const name of ['custom_tables', ...Object.keys(BESIDE)]) expect(await owners(name)).toContain(id);
    // Watched anew, by a replica whose grace is over soon.
    await app.close();
    await start();
    await until(async () => String(await ofEach('sarafa_removals_total')) === '1,1,1,1');
    for (const name of ['custom_tables', ...Object.keys(BESIDE)]) expect(await owners(name)).toEqual([shop]);
    expect([(await published(id)).length, (await published(shop)).length]).toEqual([0, 4]);
  });

  it('stays when there is more of it than deletions can have left, until an operator says so', async () => {
    const ids = [await orphan(), await orphan()];
    const before = await answered();
    await start();
    await until(async () => (await shown('sarafa_removals_halted')) === 1);
    const seen = await shown('sarafa_removals_watched');
    // Half of all shops are leftovers; their grace period has passed many turns ago.
    await until(async () => (await answered()) > before + 5 * 3);
    expect([seen, (await owners()).sort()]).toEqual([2, [shop, ...ids].sort()]);
    await app.close();
    await start({ REMOVE_ANYWAY_UNTIL: new Date(Date.now() + 60_000).toISOString() });
    await until(async () => (await owners()).length === 1);
    expect(await owners()).toEqual([shop]);
  });

  it('stays while users is away', async () => {
    const id = await orphan();
    await usersPart.stop('SIGKILL');
    await start();
    await until(async () => (await unanswered()) > 2);
    expect([await shown('sarafa_removals_watched'), (await owners()).length]).toEqual([0, 2]);
    await usersPart.start();
    await until(async () => !(await owners()).includes(id));
  });

  /** Adds up a metric of the calls that the sweep makes. */
  const countOf = (text: string, name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && line.includes(`subject="${users.getLogo.subject}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  const answered = async () =>
    countOf(await (await fetch(`${usersPart.metricsUrl}/metrics`)).text(), 'sarafa_rpc_duration_seconds_count');
  const unanswered = async () => countOf(await appContext.metrics.registry.metrics(), 'sarafa_rpc_client_failures_total');
});
