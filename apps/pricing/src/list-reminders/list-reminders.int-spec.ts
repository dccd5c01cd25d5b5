import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateListDue } from '@sarafa/contracts';
import { kolkataMidnight } from '@sarafa/domain';
import { Bus, Events, type Running } from '@sarafa/server';
import { MarketFeed, natsAndMongo, type Servers, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { pricingApp } from '../pricing.app.js';
import { dueAt } from '../rate-lists/rate-lists.repository.js';

const DAY_MS = 86_400_000;

describe('the reminder of a list', () => {
  let servers: Servers;
  let feed: MarketFeed;
  let bus: Bus;
  let events: Events;
  let app: Running;
  const told: { id: string; at: string }[] = [];

  beforeAll(async () => {
    [servers, feed] = await Promise.all([natsAndMongo(), MarketFeed.start()]);
    bus = await Bus.connect(servers.nats.url, 'spec');
    events = new Events(bus);
    events.hear(rateListDue, 'spec', async (due) => void told.push(due));
    app = await pricingApp.start(pricingApp.config.parse({ ...feed.env, ...servers.env, SWEEP_MS: '100' }));
  });

  afterAll(async () => {
    await app.close();
    await events.onApplicationShutdown();
    await bus.close();
    await Promise.all([servers.remove(), feed.close()]);
  });

  const lists = () => servers.db.collection('rate_lists');
  const add = async (reminder_time: string | null, set_at: Date) => {
    const _id = new mongoose.Types.ObjectId();
    const gold = { fineness: 999, per_gram: 14_000 };
    const list = {
      name: 'Mumbai',
      gold,
      silver: gold,
      set_at,
      valid_hours: 24,
      day: null,
      rev: 1,
      deleted: false,
      history: [],
    };
    await lists().insertOne({ _id, ...list, ...(reminder_time === null ? {} : { reminder_time }) });
    return String(_id);
  };
  const yesterday = () => new Date(Date.now() - DAY_MS);

  it('is said once, with its time, of those that were not set today', async () => {
    await add(null, yesterday());
    await add('00:00', new Date());
    const id = await add('00:00', yesterday());
    await until(() => told.length > 0);
    await until(() => lists().findOne({ reminded_at: { $type: 'date' } }));
    const next = await add('00:00', yesterday());
    await until(() => told.length > 1);
    const at = new Date(kolkataMidnight(Date.now())).toISOString();
    expect(told).toEqual([id, next].map((one) => expect.objectContaining({ id: one, name: 'Mumbai', userId: null, at })));
  });

  it('is over for the day once it is said, and comes again on another day', async () => {
    const dueNow = () => {
      const { notToday, ...due } = dueAt(Date.now());
      return lists().countDocuments({ ...due, set_at: notToday });
    };
    await until(async () => (await dueNow()) === 0);
    await lists().updateMany({ reminded_at: { $type: 'date' } }, { $set: { reminded_at: yesterday() } });
    await until(async () => (await dueNow()) === 0);
    expect(await lists().countDocuments({ reminded_at: dueAt(Date.now()).notToday.$not })).toBe(2);
  });

  it('comes on its day although a clock that was ahead has noted it on a later one', async () => {
    const id = await add('00:00', yesterday());
    const noted = (by: object) => lists().findOne({ _id: new mongoose.Types.ObjectId(id), reminded_at: by });
    await until(() => noted({ $type: 'date' }));
    const tomorrow = new Date(Date.now() + DAY_MS);
    await lists().updateMany({ reminded_at: { $type: 'date' } }, { $set: { reminded_at: tomorrow } });
    await until(() => noted({ $lt: tomorrow }));
  });

  it('is said of a list that a clock set which was ahead', async () => {
    const before = told.length;
    const id = await add('00:00', new Date(Date.now() + 365 * DAY_MS));
    await until(() => told.length > before);
    expect(told.at(-1)).toMatchObject({ id });
  });

  it('is looked for by the minute in Asia/Kolkata, in an index', async () => {
    const { notToday, ...due } = dueAt(Date.parse('2026-11-20T10:29:59+05:30'));
    expect([notToday.$not.$gte, due.reminder_time.$lte]).toEqual([new Date('2026-11-20T00:00:00+05:30'), '10:29']);
    // Indexes are made while the service runs.
    await until(async () => {
      const plan = await servers.db.collection('shop_rate_lists').find(due).explain();
      return JSON.stringify(plan['queryPlanner'].winningPlan).includes('reminder_time_1');
    });
  });
});
