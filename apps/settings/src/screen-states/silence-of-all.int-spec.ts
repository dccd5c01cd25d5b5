import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BEAT_REPORTS, limits } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { SettingsHarness } from '../testing/settings-harness.js';

const { offlineMs } = limits.screens;
const S = 1_000;
const ENV = { ALARM_AFTER_MS: '0' };

/** As while no gateway hands beats on, because gateways or what is before them are away, or this process stood still. */
describe('screens of which nothing is heard, while nothing is heard of any', () => {
  let w: SettingsHarness;
  let at: (ms: number) => void;

  beforeAll(async () => {
    w = await SettingsHarness.start(ENV);
  });
  afterAll(() => w.end());
  beforeEach(async () => {
    await w.db.collection('screen_states').deleteMany({});
    await w.db.collection('screen_alarms').deleteMany({});
    // What was heard in other tests, by a clock that was moved.
    await w.restart(ENV);
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    at = (ms) => void clock.mockImplementation(() => now() + ms);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  interface OfShop {
    readonly shop: string;
    readonly screen: string;
  }
  const newScreen = async (shop?: string): Promise<OfShop> => {
    const userId = shop ?? (await w.shop());
    return { shop: userId, screen: await w.screen(userId, { dark_since: null }) };
  };
  const known = async ({ shop, screen }: OfShop) => (await w.screensOf(shop)).find(({ id }) => id === screen)!;
  const stateOf = async (one: OfShop) => (await known(one)).state;
  let beats = 0;
  const beat = async (one: OfShop) => {
    const release = `r${++beats}`;
    w.beat(one.screen, one.shop, { release });
    await until(async () => (await known(one)).release === release);
  };

  /** As many shops as don't go dark together. */
  const newCrowd = () => Promise.all(Array.from({ length: 10 }, () => newScreen()));

  it('stay what they were until they could have been heard again, and only those that were heard', async () => {
    const [dark, ...crowd] = [await newScreen(), ...(await newCrowd())];
    const [one, other] = crowd as [OfShop, OfShop];
    await beat(dark);
    for (const ms of [0, 60 * S, 100 * S]) {
      at(ms);
      for (const good of crowd) await beat(good);
    }
    expect(await stateOf(dark)).toBe('offline');
    await until(async () => (await w.storedState(dark.screen)) === 'offline');

    for (const ms of [200 * S, 1_000 * S, 2 * 3_600 * S]) {
      at(ms);
      expect([await stateOf(one), await stateOf(other), await stateOf(dark)]).toEqual(['playing', 'playing', 'offline']);
    }
    const again = 2 * 3_600 * S;
    for (const ms of [0, 40 * S, offlineMs - 30 * S]) {
      at(again + ms);
      await beat(one);
      expect([await stateOf(other), await stateOf(dark)]).toEqual(['playing', 'offline']);
    }
    at(again + offlineMs + 5 * S);
    expect(await stateOf(other)).toBe('offline');
    await beat(other);
    expect(await stateOf(other)).toBe('playing');
  });

  it('are offline as ever where there are few shops', async () => {
    const few = (await newCrowd()).slice(1);
    for (const each of few) await beat(each);
    at(offlineMs + 5 * S);
    expect(new Set(await Promise.all(few.map(stateOf)))).toEqual(new Set(['offline']));
  });

  it('are offline as ever beside a screen of another shop that misses every other beat', async () => {
    const [dark, other, ...crowd] = (await newCrowd()) as [OfShop, OfShop];
    for (const each of [dark, ...(crowd as OfShop[])]) await beat(each);
    for (const ms of [0, 60 * S, 120 * S]) {
      at(ms);
      await beat(other);
    }
    expect(await stateOf(dark)).toBe('offline');
  });

  it('are still offline once NATS is back, where they were before', async () => {
    const [dark, other] = [await newScreen(), await newScreen()];
    await beat(dark);
    for (const ms of [0, 60 * S, 120 * S]) {
      at(ms);
      await beat(other);
    }
    await until(async () => (await w.storedState(dark.screen)) === 'offline');
    await w.servers.nats.stop();
    await w.servers.nats.start();
    const states = () => Promise.all([dark, other].map(stateOf)).catch(() => undefined);
    expect(await until(states)).toEqual(['offline', 'playing']);
  });

  it('have no alarm until somebody is heard', async () => {
    const crowd = (await newCrowd()) as [OfShop, OfShop];
    const [one, other] = crowd;
    for (const each of crowd) await beat(each);
    at(50 * S);
    const counted = () => w.metric('sarafa_screens', 'state="never"');
    // A turn of the sweep that has counted the second one comes after one that has dealt with the first one.
    for (const number of [1, 2]) {
      await w.screen(one.shop);
      await until(async () => (await counted()) === number);
    }
    expect(await w.alarmsOf()).toEqual([]);
    await beat(other);
    await until(async () => (await w.alarmsOf(one.shop)).length === 2);
  });

  it('stay what they were and have no alarm while NATS lets nobody hear beats, also where there are few shops', async () => {
    const { nats, dir } = w.servers;
    const config = join(dir, 'nats.conf');
    const deny = (subjects: string[]) =>
      writeFile(
        config,
        `no_auth_user: all
        authorization { users: [{ user: all, password: all, permissions: { subscribe: { deny: ${JSON.stringify(subjects)} } } }] }`,
      );
    await deny([]);
    await nats.stop();
    await nats.start(['-js', '-c', config]);
    const one = await until(() => newScreen().catch(() => undefined));
    // Beats that come before settings is connected again are lost.
    await until(async () => {
      w.beat(one.screen, one.shop);
      return (await w.storedState(one.screen)) === 'playing';
    });

    await deny([BEAT_REPORTS]);
    process.kill(nats.pid, 'SIGHUP');
    await until(async () => (await w.natsIs())?.includes(BEAT_REPORTS));
    at(offlineMs + 5 * S);
    const next = await newScreen();
    await until(async () => (await w.metric('sarafa_screens', 'state="never"')) === 1);
    // Settings takes calls again once it knows that it stood still, as it seems by the clock.
    await until(() => known(next));
    expect([await stateOf(one), await w.storedState(one.screen), await w.alarmsOf()]).toEqual(['playing', 'playing', []]);

    await deny([]);
    process.kill(nats.pid, 'SIGHUP');
    await until(async () => (await w.natsIs()) === 'ok');
    await beat(next);
    expect(await stateOf(one)).toBe('playing');
    at(2 * offlineMs + 10 * S);
    await until(async () => (await w.alarmsOf(one.shop)).length === 1);
  });
});
