import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { newId, SettingsHarness } from '../testing/settings-harness.js';

const ONLY_YEAR = /^\d{4}-/;
const HOUR_MS = 3_600_000;
/** For how long a frozen screen says that it is. */
const STILL_MS = 20_000;

describe('states of screens', () => {
  let w: SettingsHarness;
  let shop: string;

  beforeAll(async () => {
    w = await SettingsHarness.start({ ALARM_AFTER_MS: '0' });
  });

  afterAll(() => w.end());

  beforeEach(async () => {
    shop = await w.shop();
  });

  it.each([1e15, 9e15])('are told of all screens, whatever one of them says: still for %d ms', async (still_ms) => {
    // Not dark before their beats, because the alarm of a screen that is begins with the state that it has then.
    const [strange, other] = [await w.screen(shop, { dark_since: null }), await w.screen(shop, { dark_since: null })];
    // As a gateway of the release before hands it on.
    w.beat(strange, shop, { still_ms });
    w.beat(other, shop);
    await until(async () => (await w.storedState(other)) === 'playing' && (await w.storedState(strange)) === 'frozen');
    await until(async () => (await w.alarmsOf(shop)).some(({ screen, state }) => screen === strange && state === 'frozen'));
    const told = (await w.screensOf(shop)).find(({ id }) => id === strange)!;
    expect([told.state, told.since]).toEqual(['frozen', expect.stringMatching(ONLY_YEAR)]);
    w.beat(strange, shop);
    await until(async () => (await w.alarmsOf(shop)).every(({ ended_at }) => ended_at !== null));
  });

  it.each([-HOUR_MS, HOUR_MS])(
    'have their alarms by the time at which settings hears of them, beside a gateway whose clock is wrong by %d ms',
    async (wrong) => {
      const screen = await w.screen(shop, { dark_since: null });
      const [begun, at] = [Date.now(), new Date(Date.now() + wrong).toISOString()];
      w.beat(screen, shop, { at, still_ms: STILL_MS });
      await until(async () => (await w.alarmsOf(shop)).length === 1);
      const darkFor = Date.now() - Date.parse((await w.alarmsOf(shop))[0]!.since);
      expect(darkFor).toBeGreaterThanOrEqual(STILL_MS);
      expect(darkFor).toBeLessThanOrEqual(STILL_MS + Date.now() - begun);
      // People are still shown the gateway's own time of the beat.
      expect((await w.screensOf(shop))[0]!.seen_at).toBe(at);
    },
  );

  it('are told where a time was stored that no answer can say', async () => {
    const long = new Date(-1e15);
    const id = await w.screen(shop, { state: 'frozen', since: long, dark_since: long, seen_at: new Date() });
    await until(async () => (await w.alarmsOf(shop)).length === 1);
    expect((await w.screensOf(shop))[0]).toMatchObject({ id, state: 'frozen', since: expect.stringMatching(ONLY_YEAR) });
    expect((await w.alarmsOf(shop))[0]).toMatchObject({ screen: id, since: expect.stringMatching(ONLY_YEAR) });
  });

  it('are counted no more once they are removed, also those of a shop that is gone', async () => {
    const counted = () => w.metric('sarafa_screens', 'state="never"');
    await until(async () => (await counted()) !== undefined);
    const before = await counted();
    const id = await w.stateRow(newId());
    await until(async () => (await counted()) === before! + 1);
    await w.db.collection('screen_states').deleteOne({ _id: id as never });
    await until(async () => (await counted()) === before);
  });

  it('have their alarms also while that of another screen fails', async () => {
    // The rows are looked at in the order of their ids.
    await w.screen(shop, { dark_since: 'no time' });
    const good = await w.screen(shop);
    await until(async () => (await w.alarmsOf(shop)).some(({ screen }) => screen === good));
  });

  it('have their alarms also beside many shops that only another release can read', async () => {
    // Each is passed over for ten pauses, so this many would end every turn if each ended one.
    for (let i = 0; i < 15; i++) await w.screen(await w.shop({ username: 0 }));
    const good = await w.screen(shop);
    await until(async () => (await w.alarmsOf(shop)).some(({ screen }) => screen === good));
  });

  it.each([
    ['since when it is dark', (screen: string, at: Date) => w.screen(shop, { dark_since: at }, screen)],
    [
      'that it was told of before',
      async (screen: string, at: Date) => {
        const told = { screen, name: 'Front window', userId: shop, state: 'offline', since: at, at, ended_at: at };
        await w.db.collection('screen_alarms').insertOne({ ...told, deliveries: [] });
        await w.screen(shop, {}, screen);
      },
    ],
  ])('have their alarms also where a clock that was ahead has stored %s', async (_, store) => {
    const screen = newId();
    await store(screen, new Date(Date.now() + HOUR_MS));
    await until(async () => (await w.alarmsOf(shop)).some(({ ended_at }) => ended_at === null));
  });

  it('have their alarms as soon after a look with a clock that was ahead as after any other', async () => {
    const alarmed = (screen: string) => w.db.collection('screen_alarms').findOne({ screen });
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR_MS);
    let snoozed: string;
    try {
      snoozed = await w.screen(shop, { snoozed_until: new Date(now() + 2 * HOUR_MS) });
      // The rows are looked at in the order of their ids.
      const other = await w.screen(shop);
      await until(() => alarmed(other));
    } finally {
      clock.mockRestore();
    }
    expect(await alarmed(snoozed)).toBeNull();
    await w.db.collection('screen_states').updateOne({ _id: snoozed as never }, { $set: { snoozed_until: null } });
    await until(() => alarmed(snoozed));
  });

  it('are old once they show other rates for two minutes, whatever the clocks of the gateways say', async () => {
    const [stuck, good] = [await w.screen(shop), await w.screen(shop)];
    const stateOf = async (screen: string) => (await w.screensOf(shop)).find(({ id }) => id === screen)!;
    /** The screen's state once the beat is heard. `wrong` is by how much the gateway's clock is. */
    const stateAfter = async (screen: string, is_current: boolean, wrong = 0) => {
      const at = new Date(Date.now() + wrong).toISOString();
      w.beat(screen, shop, { at, is_current });
      await until(async () => (await stateOf(screen)).seen_at === at);
      return (await stateOf(screen)).state;
    };
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    const later = (ms: number) => clock.mockImplementation(() => now() + ms);
    const begun = Date.now();
    try {
      for (const screen of [stuck, good])
        expect(await stateAfter(screen, screen === good, -limits.screens.oldMs)).toBe('playing');
      const heard = Date.now();
      expect(await stateAfter(stuck, false)).toBe('playing');
      // Of the two minutes less than one is left in which the screen could be silent.
      later(limits.screens.oldMs / 2);
      expect(await stateAfter(stuck, false)).toBe('playing');
      later(limits.screens.oldMs);
      expect(await stateAfter(stuck, false, -limits.screens.oldMs)).toBe('old');
      const since = Date.parse((await stateOf(stuck)).since) + limits.screens.oldMs;
      expect([since >= begun - 1, since <= heard + 1]).toEqual([true, true]);
      expect(await stateAfter(good, true)).toBe('playing');
      expect(await stateAfter(stuck, true)).toBe('playing');
    } finally {
      clock.mockRestore();
    }
  });

  it('are offline once nothing was heard of them for 90 seconds, and play again with their next beat', async () => {
    // The sweep of the process before waits for moments that the moved clock had already passed.
    await w.restart({ ALARM_AFTER_MS: '0' });
    const [silent, good] = [await w.screen(shop), await w.screen(shop)];
    const stateOf = async (screen: string) => (await w.screensOf(shop)).find(({ id }) => id === screen)!;
    const beatAt = new Date(Date.now() - HOUR_MS).toISOString();
    w.beat(silent, shop, { at: beatAt });
    await until(async () => (await stateOf(silent)).state === 'playing');
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    try {
      const later = (ms: number) => clock.mockImplementation(() => now() + ms);
      later(limits.screens.offlineMs - 5_000);
      expect((await stateOf(silent)).state).toBe('playing');
      later(limits.screens.offlineMs);
      w.beat(good, shop);
      await until(async () => (await stateOf(good)).state === 'playing');
      const { since, ...told } = await stateOf(silent);
      expect(told).toMatchObject({ state: 'offline', seen_at: beatAt });
      expect(Math.abs(Date.parse(since) + limits.screens.offlineMs - Date.now())).toBeLessThan(30_000);
      await until(async () => (await w.storedState(silent)) === 'offline');
      w.beat(silent, shop);
      await until(async () => (await stateOf(silent)).state === 'playing');
    } finally {
      clock.mockRestore();
    }
  });

  it('keep what a playing screen has said last over a restart, and once an hour', async () => {
    // The sweep of the process before waits for moments that the moved clock had already passed.
    await w.restart({ ALARM_AFTER_MS: '0' });
    const screen = await w.screen(shop);
    const stored = () => w.db.collection('screen_states').findOne({ _id: screen as never });
    const told = async () => (await w.screensOf(shop))[0]!;
    const beatAt = async (ms: number, release: string) => {
      const at = new Date(Date.now() + ms).toISOString();
      w.beat(screen, shop, { at, release });
      await until(async () => (await told()).seen_at === at);
      return at;
    };
    const first = await beatAt(-60_000, 'r1');
    await until(async () => (await w.storedState(screen)) === 'playing');
    const { since } = (await stored())!;
    const second = await beatAt(-30_000, 'r2');
    expect((await stored())!['seen_at']).toEqual(new Date(first));
    await w.restart({ ALARM_AFTER_MS: '0' });
    expect(await until(told)).toMatchObject({ state: 'playing', seen_at: second, release: 'r2' });

    await beatAt(-15_000, 'r3');
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + HOUR_MS);
    try {
      const third = await beatAt(0, 'r4');
      await until(async () => (await stored())!['seen_at'] >= new Date(third));
      expect(await stored()).toMatchObject({ state: 'playing', since, said: { release: 'r4' } });
    } finally {
      clock.mockRestore();
    }
  });
});
