import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { natsAndMongo, type Servers } from '@sarafa/testing';
import mongoose from 'mongoose';
import { nextPollAt } from './poll-times.js';
import { PollerStateRepository } from './poller-state.repository.js';
import { PollerState, PollerStateSchema } from './poller-state.schema.js';

let servers: Servers;
let db: mongoose.Connection;
let states: PollerStateRepository;

beforeAll(async () => {
  servers = await natsAndMongo();
  db = await mongoose.createConnection(servers.mongo.url, { dbName: 'poller_spec' }).asPromise();
  states = new PollerStateRepository(db.model<PollerState>(PollerState.name, PollerStateSchema));
});
afterAll(async () => {
  await db.close();
  await servers.remove();
});

it('who reads first takes nothing back from who has begun', async () => {
  for (let round = 0; round < 50; round++) {
    await db.collection('poller').deleteMany({});
    await Promise.all([states.read(), states.setRunning(true), states.read()]);
    expect(await states.read()).toMatchObject({ running: true });
  }
});

it('nobody asks before somebody has begun', async () => {
  await db.collection('poller').deleteMany({});
  expect(await states.read()).toMatchObject({ running: false, rev: 1, asked_at: null, source: null, failures: 0 });
});

it('a question that nobody finished counts as failed, and is soon asked again', async () => {
  const hour = 3_600_000;
  const asked = new Date();
  await db.collection('poller').deleteMany({});
  await states.setRunning(true);
  expect(await states.claim(null, asked)).toBe(true);
  expect(nextPollAt(await states.read(), hour, Date.now())).toBe(asked.getTime() + 15_000);
  await states.finish({ source: null, lastError: 'no answer' });
  expect(nextPollAt(await states.read(), hour, Date.now())).toBe(asked.getTime() + 15_000);
  await states.finish({ source: 'gold-api.com', lastError: null });
  expect(nextPollAt(await states.read(), hour, Date.now())).toBe(asked.getTime() + hour);
});

it('a question or a refresh by a clock that was hours ahead keeps nobody from asking', async () => {
  const [now, ahead] = [Date.now(), new Date(Date.now() + 3_600_000)];
  await db.collection('poller').deleteMany({});
  await states.setRunning(true);
  expect(await states.claim(null, ahead)).toBe(true);
  expect(nextPollAt(await states.read(), 300_000, now)).toBe(0);
  expect(await states.claimRefresh(ahead, 5_000)).toBe(true);
  expect(await states.claimRefresh(new Date(now), 5_000)).toBe(true);
  expect(await states.claimRefresh(new Date(now + 1_000), 5_000)).toBe(false);
  // A replica whose clock is a little behind.
  expect(await states.claimRefresh(new Date(now - 1_000), 5_000)).toBe(false);
});
