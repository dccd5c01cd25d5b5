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
import { pricingApp } from '../pricing.app.js';

const ADMIN: Actor = { role: 'admin', id: 'a'.repeat(24) };
const ROWS = [{ title: 'Coin', price: 900 }];
const GRACE_MS = '400';
const newId = () => randomBytes(12).toString('hex');

describe('rows of shops whose deletion nobody told', () => {
  let servers: Servers;
  let feed: MarketFeed;
  let usersPart: RunningApp;
  let bus: Bus;
  let app: Running;
  let appContext: AppContext;
  /** A shop that users knows, with rows. */
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
    await servers.db.collection('custom_tables').deleteMany({});
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
  const owners = async () => (await servers.db.collection('custom_tables').find().toArray()).map(({ _id }) => String(_id));
  const isPublished = async (id: string) => (await keysInKv(servers.nats.url)).includes(`boards/${id}.custom-tables`);
  const shown = async (name: string) => {
    const lines = (await appContext.metrics.registry.metrics()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${name}{what="custom-tables"}`))?.split(' ')[1]);
  };

  it('are watched first, and go when their grace is over; those of a shop that is there stay', async () => {
    const id = await orphan();
    await start({ ORPHAN_GRACE_MS: '2000' });
    await until(async () => (await shown('sarafa_removals_watched')) === 1 && (await isPublished(id)));
    expect(await owners()).toContain(id);
    await until(async () => (await shown('sarafa_removals_total')) === 1);
    expect([await owners(), await isPublished(id), await isPublished(shop)]).toEqual([[shop], false, true]);
  });

  it('stay when there are more of them than deletions can have left, until an operator says so', async () => {
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

  it('stay while users is away', async () => {
    const id = await orphan();
    await usersPart.stop('SIGKILL');
    await start();
    await until(async () => (await unanswered()) > 2, 20_000);
    expect([await shown('sarafa_removals_watched'), (await owners()).length]).toEqual([0, 2]);
    await usersPart.start();
    await until(async () => !(await owners()).includes(id), 20_000);
  }, 45_000);

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
