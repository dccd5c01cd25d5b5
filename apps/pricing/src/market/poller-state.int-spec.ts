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
  expect(nextPollAt(await states.read(), hour)).toBe(asked.getTime() + 15_000);
  await states.finish({ source: null, lastError: 'no answer' });
  expect(nextPollAt(await states.read(), hour)).toBe(asked.getTime() + 15_000);
  await states.finish({ source: 'gold-api.com', lastError: null });
  expect(nextPollAt(await states.read(), hour)).toBe(asked.getTime() + hour);
});
