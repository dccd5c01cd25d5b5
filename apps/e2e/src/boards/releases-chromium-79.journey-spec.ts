/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { forgetRelease, type Release, releaseOf, until } from '@sarafa/testing';
import { onOldTv } from '../shared/chromium-79.js';
import { oldTv, SEEN_CELL } from './board-edge/old-tv.js';

/** A look that ends takes a tenth of it. */
const LOOK_MS = 10_000;

onOldTv('a new release on a real Chromium 79', () => {
  const tv = oldTv();
  const releases: Release[] = [];
  let shown: (string | null)[];

  const prices = () => tv.page.$$eval('.price', (figures) => figures.map((figure) => figure.textContent));
  const releaseShown = () =>
    tv.page.evaluate(() => (document.querySelector('meta[name="release"]') as HTMLMetaElement).content);
  const releaseState = () =>
    tv.page.evaluate(async () => {
      const kept = await (await caches.open('sarafa-releases')).match('/release-state');
      return kept ? ((await kept.json()) as { installed: string; accepted: string; failures: Record<string, number> }) : null;
    });
  const looks = () => tv.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const comes = async (release: Release) => {
    releases.push(release);
    tv.edge.folder = release.folder;
    const looked = looks();
    // Rarely this browser doesn't start the new worker, and gives up after five minutes, after which the next look succeeds. The
    // TV is switched off and on instead.
    const hasEnded = await Promise.race([looked.then(() => true), sleep(LOOK_MS, false)]);
    if (!hasEnded) {
      looked.catch(() => undefined);
      await tv.restart();
      await looks();
    }
    await until(async () => (await releaseState())?.installed === release.name, 15_000, 250);
    // The worker before answers until its follower, which has noted that it is installed, is active too.
    await until(() =>
      tv.page.evaluate(async () => {
        const { installing, waiting } = await navigator.serviceWorker.ready;
        return !installing && !waiting;
      }),
    );
    await tv.page.reload();
  };

  beforeAll(async () => {
    await tv.page.waitForSelector(SEEN_CELL);
    shown = await prices();
    await until(async () => (await releaseState())?.accepted === (await releaseShown()), 15_000, 250);
  });
  afterAll(() => releases.forEach(forgetRelease));

  it('stays when it shows the rates', async () => {
    const second = releaseOf('2', { proofMs: 20_000 });
    await comes(second);
    await tv.page.waitForSelector(SEEN_CELL);
    expect(await releaseShown()).toBe(second.name);
    await until(async () => (await releaseState())?.accepted === second.name, 15_000, 250);
    expect(await prices()).toEqual(shown);
  });

  it('is left for the one before when its script does not run', async () => {
    await comes(releaseOf('3', { isBroken: true, proofMs: 4_000 }));
    await until(async () => (await releaseShown().catch(() => '')) === releases[0]!.name, 20_000, 250);
    await tv.page.waitForSelector(SEEN_CELL);
    expect(await prices()).toEqual(shown);
    await until(async () => (await releaseState())?.failures[releases[1]!.name] === 1, 15_000, 250);
  });
});
