/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fastForward,
  forgetRelease,
  installClock,
  launchChromium,
  type Release,
  releaseOf,
  skipLoadingScreen,
  until,
} from '@sarafa/testing';
import type { Browser, Page } from 'playwright-core';
import { BoardEdge } from './board-edge/board-edge.js';

/** How long these releases are tried before the service worker judges them. */
const PROOF_MS = 4_000;

describe('a new release under a TV that is paired', () => {
  const releases: Release[] = [];
  let edge: BoardEdge;
  let browser: Browser;
  let page: Page;

  const releaseShown = () => page.locator('meta[name="release"]').getAttribute('content');
  const releaseState = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('sarafa-releases')).match('/release-state');
      return (await kept?.json()) as { installed: string; accepted: string; triedAt: number | null; failures: object };
    });
  /** The code of the screen is claimed, of which the screen hears by its next poll. */
  const isClaimed = async () => {
    await page.locator('.qr').waitFor();
    edge.screens.claim();
    await fastForward(page, 3_000);
    await page.locator('.cell').first().waitFor();
  };
  /** The worker before answers until its follower, which has noted that it is installed, is active too. */
  const hasItsWorker = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return !installing && !waiting;
    });
  /** The release is loaded. */
  const comes = async (mark: string) => {
    const release = releaseOf(mark, { proofMs: PROOF_MS });
    releases.push(release);
    edge.folder = release.folder;
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await until(async () => (await releaseState()).installed === release.name, 15_000, 250);
    await until(hasItsWorker);
    await page.reload();
    return release;
  };
  /** The release is loaded, and judged. */
  const isJudged = async (mark: string) => {
    const release = await comes(mark);
    await until(async () => (await releaseState()).triedAt !== null, 15_000, 50);
    await until(async () => (await releaseState()).triedAt === null, PROOF_MS + 10_000, 250);
    return release;
  };

  beforeAll(async () => {
    [edge, browser] = await Promise.all([BoardEdge.start(), launchChromium()]);
    page = await browser.newPage({ reducedMotion: 'reduce' });
    await Promise.all([installClock(page), skipLoadingScreen(page)]);
    await page.goto(edge.tv);
    await isClaimed();
    await until(async () => (await releaseState())?.accepted === (await releaseShown()), 15_000, 250);
  });
  afterAll(async () => {
    await browser.close();
    await edge.close();
    releases.forEach(forgetRelease);
  });

  it('stays though it shows no rates in off-hours, and is proven by the first ones', async () => {
    const minutes = (ms: number) => new Date(Date.now() + 330 * 60_000 + ms).toISOString().slice(11, 16);
    edge.show({ shop: { off_hours: { from: minutes(-1_800_000), to: minutes(1_800_000) } } });
    await page.locator('.off').waitFor();
    const second = await isJudged('2');
    await page.locator('.off').waitFor();
    expect(await releaseShown()).toBe(second.name);
    expect((await releaseState()).failures).toEqual({});
    edge.show({});
    await page.locator('.cell').first().waitFor();
    await until(async () => (await releaseState()).accepted === second.name, 15_000, 250);
  });

  it('stays though it shows only a code', async () => {
    edge.screens.remove();
    // Comes by the same stream, and so once the screen has heard that it was removed.
    edge.screens.command('identify');
    await page.getByText('Counter 2').waitFor();
    await fastForward(page, 3_500);
    await page.locator('.qr').waitFor();
    const third = await isJudged('3');
    await page.locator('.qr').waitFor();
    expect(await releaseShown()).toBe(third.name);
    expect((await releaseState()).failures).toEqual({});
  });

  it('keeps the screen', async () => {
    await isClaimed();
    await until(async () => (await releaseState()).accepted === releases[1]!.name, 15_000, 250);
    const fourth = await comes('4');
    await page.locator('.cell').first().waitFor();
    expect(await releaseShown()).toBe(fourth.name);
  });
});
