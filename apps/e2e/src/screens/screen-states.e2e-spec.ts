/** @long */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits, type Screen } from '@sarafa/contracts';
import { type SignedInCaller, until } from '@sarafa/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { harness, type Harness } from '../shared/harness.js';
import { TvSet } from '../shared/tv-set.js';

const { offlineMs, oldMs } = limits.screens;
const BEAT_MS = 5_000;

describe('a screen', () => {
  let w: Harness;
  let own: SignedInCaller;

  beforeAll(async () => {
    w = await harness();
    own = await w.shop('laxmi');
  });

  afterAll(() => w.end());

  const screenOf = async (tv: TvSet) =>
    ((await own.call('get', '/screens/me')).body as Screen[]).find(({ id }) => id === tv.screen.id)!;

  it('is offline without a beat for 90 seconds, and old when it shows other rates for two minutes', async () => {
    const [silent, stuck, good] = await Promise.all(
      ['Silent', 'Stuck', 'Good'].map((name) => TvSet.pair(w.product.url, own, name)),
    );
    const { lastUpdated: at } = (await w.json(`/prices/user/${own.userId}`)) as { lastUpdated: string };
    const shown = { at, state: 'live' } as const;
    const before = { at: new Date(Date.parse(at) - 60_000).toISOString(), state: 'live' } as const;
    for (const tv of [silent!, stuck!, good!]) expect((await tv.beat({ shown, playing: null })).status).toBe(200);
    await until(async () => (await screenOf(silent!)).state === 'playing');
    const startedAt = Date.now();
    const states: string[] = [];
    let isOver = false;
    const beating = (async () => {
      for (; !isOver; await sleep(BEAT_MS)) {
        await Promise.all([stuck!.beat({ shown: before, playing: null }), good!.beat({ shown, playing: null })]);
      }
    })();

    await until(
      async () => {
        const screen = await screenOf(silent!);
        states.push(screen.state);
        return screen.state === 'offline';
      },
      offlineMs + 15_000,
      500,
    );
    expect(Date.now() - startedAt).toBeGreaterThan(offlineMs - 5_000);
    expect([...new Set(states)]).toEqual(['playing', 'offline']);
    const offline = await screenOf(silent!);
    expect(offline.since).toBe(offline.seen_at);

    expect((await screenOf(stuck!)).state).toBe('playing');
    await until(async () => (await screenOf(stuck!)).state === 'old', oldMs + 15_000, 500);
    const old = await screenOf(stuck!);
    expect(Date.now() - Date.parse(old.since)).toBeGreaterThanOrEqual(oldMs);
    expect((await screenOf(good!)).state).toBe('playing');

    // Both play again with their next beat.
    await stuck!.beat({ shown, playing: null });
    await silent!.beat({ shown, playing: null });
    await until(async () => (await screenOf(silent!)).state === 'playing');
    isOver = true;
    await beating;
    for (const tv of [silent!, stuck!, good!]) tv.stream.close();
  }, 200_000);
});
