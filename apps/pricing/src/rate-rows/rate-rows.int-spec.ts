import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountState,
  type Actor,
  boardRateRows,
  NO_RATE_ROWS,
  rateRows,
  type RateRows,
  type SentRateRows,
  standardRows,
  users,
} from '@sarafa/contracts';
import { Bus, RpcClient, type Running, StateCache, StatePublisher } from '@sarafa/server';
import { MarketFeed, natsAndMongo, type RunningApp, type Servers, startApp, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { pricingApp } from '../pricing.app.js';

const ADMIN: Actor = { role: 'admin', id: 'a'.repeat(24) };
/** Longer than this file takes, so that no sweep does what an event is to do. */
const GRACE_MS = 600_000;
const newId = () => randomBytes(12).toString('hex');
const [row] = standardRows as [(typeof standardRows)[0]];

describe('the rows of a shop', () => {
  let servers: Servers;
  let feed: MarketFeed;
  let usersPart: RunningApp;
  let bus: Bus;
  let rpc: RpcClient;
  let state: StateCache;
  let app: Running;
  let userId: string;
  let shop: Actor;

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    usersPart = await startApp('users', { env: servers.env });
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    state = new StateCache(bus);
    const env = { ...feed.env, ...servers.env, SWEEP_MS: '200', ORPHAN_GRACE_MS: String(GRACE_MS) };
    app = await pricingApp.start(pricingApp.config.parse(env));
  });

  afterAll(async () => {
    await app.close();
    await usersPart.stop('SIGKILL');
    state.onApplicationShutdown();
    await bus.close();
    await Promise.all([servers.remove(), feed.close()]);
  });

  beforeEach(async () => {
    userId = newId();
    shop = { role: 'user', id: userId };
    const fields = { username: `shop-${userId.slice(0, 8)}`, password: 'a long password' };
    await rpc.call(users.createShop, { id: userId, fields }, ADMIN);
  });

  afterEach(() => rpc.call(users.deleteShop, { id: userId }, ADMIN).catch(() => undefined));

  const stored = () => servers.db.collection('rate_rows').findOne({ _id: new mongoose.Types.ObjectId(userId) });
  const get = (actor: Actor = shop) => rpc.call(rateRows.get, { userId }, actor);
  const replace = (list: Partial<SentRateRows>, actor: Actor = shop) =>
    rpc.call(rateRows.replace, { userId, rev: 0, rows_mode: 'own', rows: [row], ...list }, actor);
  const published = () => state.ask(boardRateRows, userId);
  const code = (call: Promise<unknown>) => call.then(() => 'done').catch((error: { code: string }) => error.code);

  it('are the standard ones until they are changed, and stored nowhere', async () => {
    expect(await get()).toEqual(NO_RATE_ROWS);
    expect([await stored(), await published()]).toEqual([null, null]);
  });

  it('are stored and published whole, each time with the next rev', async () => {
    const pavan = { ...row, id: 'pavan', unit_grams: 8, title: 'सोना', percent: -0.5, round_to: 0.01 };
    const first: RateRows = { rev: 1, rows_mode: 'own', rows: [pavan, row] };
    expect(await replace({ rows: first.rows })).toEqual(first);
    expect([await get(), await get(ADMIN), await published()]).toEqual([first, first, first]);
    const second: RateRows = { rev: 2, rows_mode: 'standard', rows: [] };
    expect(await replace({ ...second, rev: 1 }, ADMIN)).toEqual(second);
    expect([await get(), await published()]).toEqual([second, second]);
    await until(async () => (await stored())?.['unpublished'] === false);
  });

  it('keep their ids, and get one where theirs is missing or another row has it', async () => {
    const { id: _, ...withoutId } = row;
    const { rows } = await replace({ rows: [row, withoutId, row, { ...row, id: 'mine' }] });
    const ids = rows.map(({ id }) => id);
    expect([ids[0], ids[3]]).toEqual([row.id, 'mine']);
    expect(new Set(ids).size).toBe(4);
    expect((await replace({ rev: 1, rows })).rows).toEqual(rows);
  });

  it('are taken from one of many who save at once, and the others are told', async () => {
    for (const rev of [0, 1]) {
      const saves = Array.from({ length: 10 }, (_, index) =>
        replace({ rev, rows: [{ ...row, title: `${rev} ${index}` }] }, index % 2 ? shop : ADMIN).catch(
          (error: unknown) => error,
        ),
      );
      const answers = await Promise.all(saves);
      const won = answers.filter((answer): answer is RateRows => !(answer instanceof Error));
      expect(won).toHaveLength(1);
      expect(answers.filter((answer) => (answer as { code?: string }).code === 'CONFLICT')).toHaveLength(9);
      expect(await get()).toEqual(won[0]);
      expect(won[0]!.rev).toBe(rev + 1);
    }
    for (const rev of [0, 1, 3, 9]) expect(await code(replace({ rev }))).toBe('CONFLICT');
    expect((await get()).rev).toBe(2);
  });

  it('are nobody else’s, and of nobody who isn’t a shop', async () => {
    const other: Actor = { role: 'user', id: newId() };
    for (const actor of [other, { role: 'public' } as const]) {
      expect([await code(get(actor)), await code(replace({}, actor))]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    }
    const unknown = { userId: newId() };
    expect(await code(rpc.call(rateRows.get, unknown, ADMIN))).toBe('NOT_FOUND');
    const list = { ...unknown, rev: 0, rows_mode: 'own' as const, rows: [] };
    expect(await code(rpc.call(rateRows.replace, list, ADMIN))).toBe('NOT_FOUND');
    expect(await servers.db.collection('rate_rows').countDocuments({ _id: new mongoose.Types.ObjectId(unknown.userId) })).toBe(
      0,
    );
  });

  it('are read without what a later release has written into them, and published with it', async () => {
    const { id, ...fields } = row;
    const later = { id: 'later', ...fields, metal: 'palladium' };
    const rows = [later, { id, ...fields }];
    await servers.db
      .collection('rate_rows')
      .insertOne({ _id: new mongoose.Types.ObjectId(userId), rev: 4, unpublished: true, rows_mode: 'own', rows });
    expect(await get()).toEqual({ rev: 4, rows_mode: 'own', rows: [row] });
    const key = boardRateRows.key(userId);
    const bucket = await bus.jetStream.buckets.open(boardRateRows.bucket);
    const inKv = await until(async () => (await bucket.get(key))?.string());
    expect(inKv).toContain('palladium');
    expect(await published()).toEqual({ rev: 4, rows_mode: 'own', rows: [row] });
  });

  it('go with the shop', async () => {
    await replace({});
    await rpc.call(users.deleteShop, { id: userId }, ADMIN);
    await until(async () => (await stored()) === null && (await published()) === null);
  });

  // The last one, because there are no users after it.
  it('are 503, and not of an unknown shop, in a NATS that has lost its data', async () => {
    await usersPart.stop('SIGKILL');
    await servers.nats.stop();
    await servers.nats.wipe();
    await servers.nats.start();
    // Another account is there already.
    const account = { role: 'user' as const, credentials_version: 1, username: 'other', logo_url: '', shop_name: '' };
    await until(() => new StatePublisher(bus).publish(accountState, newId(), 1, account).catch(() => false));
    // A replica that has just started has read no account yet.
    await app.close();
    app = await pricingApp.start(pricingApp.config.parse({ ...feed.env, ...servers.env }));
    await until(async () => (await code(get({ role: 'user', id: newId() }))) === 'FORBIDDEN');
    expect([await code(get()), await code(replace({}))]).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  });
});
