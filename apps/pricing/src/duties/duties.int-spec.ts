import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { importDuty } from '@sarafa/contracts';
import { KOLKATA_OFFSET } from '@sarafa/domain';
import { Bus, type Running, StateCache } from '@sarafa/server';
import { MarketFeed, MovedClock, natsAndMongo, type Servers, setUpdateInterval, until } from '@sarafa/testing';
import { pricingApp } from '../pricing.app.js';
import { QUESTIONS_PER_POLL } from '../testing/market-harness.js';

const OLD = { from: '1970-01-01', gold: 5, silver: 6 };
const NEW = { from: '1970-01-01', gold: 10, silver: 11 };

/** Replicas that poll and look at the duty without a pause keep a slow machine from everything else. */
const POLL_MS = 500;
const LOOK_MS = '250';

/** The time before its minute in which an app starts, and in which a duty can be seen that is in force by then. */
const BEFORE_MINUTE_MS = 30_000;
const JUST_BEFORE_MS = 2_000;

describe('the import duty of replicas that are configured differently, as in a rollout', () => {
  let servers: Servers;
  let feed: MarketFeed;
  let bus: Bus;
  let state: StateCache;
  let running: Running[] = [];
  let clock: MovedClock | undefined;
  /** The duty on gold in percent, each time that a gateway gets another one. */
  const told: number[] = [];

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    await setUpdateInterval(servers.db, POLL_MS);
    bus = await Bus.connect(servers.nats.url, 'spec');
    await bus.jetStream.buckets.create(importDuty.bucket, { history: 1 });
    state = new StateCache(bus);
    state.onChange(() => {
      const duty = state.peek(importDuty, '')?.goldImportDuty;
      if (duty !== undefined && duty !== told.at(-1)) told.push(duty);
    });
    await state.load(importDuty, '');
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((app) => app.close()));
  });

  afterAll(async () => {
    clock?.forget();
    await bus.close();
    await Promise.all([servers.remove(), feed.close()]);
  });

  const start = async (...duties: object[]) => {
    const env = { ...feed.env, ...servers.env, SWEEP_MS: LOOK_MS, MARKET_HOURS: 'always', IMPORT_DUTY: JSON.stringify(duties) };
    const app = await pricingApp.start(pricingApp.config.parse(env));
    running.push(app);
    return app;
  };
  const documents = () => servers.db.collection('duties').find().toArray();
  /** Waits until the leader has asked the market `count` times more; each replica has looked at the duty as often. */
  const turns = (count: number) => {
    const from = feed.requests.goldApi.count;
    return until(() => feed.requests.goldApi.count >= from + QUESTIONS_PER_POLL * count);
  };

  it("is the leader's, and changes once when another takes the lead", async () => {
    const leader = await start(OLD);
    await until(() => told.length > 0);
    await start(NEW);
    await turns(3);
    expect([told, await documents()]).toEqual([[5], [expect.objectContaining({ gold: 5, silver: 6, rev: 1 })]]);
    await leader.close();
    running = running.filter((app) => app !== leader);
    // A lease that couldn't be given back runs out after five seconds.
    await until(() => told.length > 1);
    await start(OLD);
    await turns(3);
    expect([told, await documents()]).toEqual([[5, 10], [expect.objectContaining({ gold: 10, silver: 11, rev: 2 })]]);
  });

  it('is the one of before when a metal of a new release joins it', async () => {
    const duties = servers.db.collection('duties');
    const changed_at = new Date('2026-10-31T18:30:00.000Z');
    await duties.replaceOne({}, { gold: 5, silver: 6, rev: 7, changed_at });
    await start(OLD);
    await until(async () => (await duties.findOne())!['platinum'] === 5);
    expect(await duties.findOne()).toMatchObject({ gold: 5, silver: 6, rev: 8, changed_at });
  });

  it('has no mark of an earlier change beside one that a pod of the release before has made', async () => {
    const duties = servers.db.collection('duties');
    const change = { at: new Date('2026-10-01T00:00:00.000Z'), metals: ['gold'] };
    const changed_at = new Date('2026-10-31T18:30:00.000Z');
    await duties.replaceOne({}, { gold: 5, silver: 6, platinum: 5, rev: 20, changed_at, change });
    await start(OLD);
    const published = () => state.peek(importDuty, '');
    await until(() => published()?.lastUpdated === changed_at.toISOString());
    expect(published()!.changed).toBeUndefined();
    await duties.replaceOne(
      {},
      { gold: 5, silver: 6, platinum: 5, rev: 21, changed_at, change: { ...change, at: changed_at } },
    );
    await until(() => published()?.changed?.[0] === 'gold');
  });

  it('is told again when NATS has lost it', async () => {
    await start(OLD);
    await until(() => told.at(-1) === OLD.gold);
    const bucket = await bus.jetStream.buckets.open(importDuty.bucket);
    await bucket.purge(importDuty.key(''));
    await until(async () => (await bucket.get(importDuty.key('')))?.operation === 'PUT');
    expect(told.at(-1)).toBe(OLD.gold);
  });

  it('changes in its minute, once, and no quote is doubted for it', async () => {
    clock = new MovedClock(join(servers.dir, 'clock'));
    const minute = Math.ceil((Date.now() + BEFORE_MINUTE_MS) / 60_000) * 60_000;
    const ahead = minute - BEFORE_MINUTE_MS - Date.now();
    clock.move(ahead);
    await clock.moveHere();
    const from = new Date(minute + KOLKATA_OFFSET).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
    await start(OLD, { from, gold: 25, silver: 26 });
    await until(() => told.at(-1) === OLD.gold);
    const before = told.length;
    clock.move(ahead + BEFORE_MINUTE_MS - JUST_BEFORE_MS);
    await until(() => told.length > before);
    expect(Date.now()).toBeGreaterThanOrEqual(minute);
    expect((await documents())[0]!['changed_at'].getTime()).toBeGreaterThanOrEqual(minute);
    // The market moves by 1 %, which is no jump, while rates with duty have moved by a fifth.
    const { gold, silver } = feed.current;
    const moved = String(Math.round(Number(gold) * 1.01));
    feed.set({ gold: moved, silver });
    await until(() => servers.db.collection('quotes').findOne({ 'gold.price': moved }));
    await turns(2);
    expect(told.slice(before)).toEqual([25]);
    expect(state.peek(importDuty, '')!.changed).toEqual(['gold', 'silver', 'platinum']);
    expect(await servers.db.collection('quarantine').find().toArray()).toEqual([]);
  });
});
