/// <reference lib="dom" />
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  forgetRelease,
  type Front,
  front,
  launchChromium,
  MovedClock,
  type Release,
  releaseOf,
  type RunningApp,
  signIn,
  skipLoadingScreen,
  TestHarness,
  until,
} from '@sarafa/testing';
import type { Browser, Page } from 'playwright-core';
import { ADMIN } from '../shared/harness.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds until it is 03:20 in Asia/Kolkata. */
function untilNight(): number {
  return (((3 * 60 + 20 - 330) * MINUTE - (Date.now() % DAY)) % DAY) + DAY;
}

describe('a new release under an open board and an open portal', () => {
  const w = new TestHarness();
  const releases: Release[] = [];
  const gateways: RunningApp[] = [];
  const warnings: string[] = [];
  let clock: MovedClock;
  let product: RunningApp;
  let browser: Browser;
  let way: Front;
  let board: Page;
  let portal: Page;
  let address: string;

  const newRelease = (...given: Parameters<typeof releaseOf>) => {
    const release = releaseOf(...given);
    w.atEnd(() => forgetRelease(release));
    releases.push(release);
    return release;
  };
  /** Starts a gateway of this release beside those of the others. */
  const rolledOut = async (release: Release): Promise<RunningApp> => {
    const gateway = await w.startPart('gateway', { ...clock.env, WEB_DIR: release.folder }, clock.nodeArgs);
    gateways.push(gateway);
    return gateway;
  };
  const releaseShown = () => board.locator('meta[name="release"]').getAttribute('content');
  const prices = () => board.locator('.price').allTextContents();
  const releaseState = () =>
    board.evaluate(async () => {
      const kept = await (await caches.open('sarafa-releases')).match('/release-state');
      return (await kept?.json()) as { installed: string; accepted: string; failures: Record<string, number> };
    });
  const change = (changes: object) =>
    board.evaluate(async (changed) => {
      const cache = await caches.open('sarafa-releases');
      const state = (await (await cache.match('/release-state'))!.json()) as object;
      await cache.put('/release-state', new Response(JSON.stringify({ ...state, ...changed })));
    }, changes);
  /** The board looks for a new release twice a minute, and loads one that has been the newest for ten minutes. */
  const waits = async (release: Release) => {
    let isLoading = false;
    const loads = board
      .waitForRequest((request) => request.isNavigationRequest(), { timeout: 60_000 })
      .then(() => (isLoading = true));
    const look = () => board.clock.fastForward(31_000);
    await until(async () => look().then(async () => (await releaseState()).installed === release.name), 20_000, 500);
    await look();
    await board.clock.fastForward(11 * MINUTE);
    // The clock of the page that is being loaded has to stand still, because its release is given up after a time.
    await until(async () => isLoading || look().then(() => isLoading), 20_000, 300);
    await loads;
  };

  beforeAll(async () => {
    await w.open();
    const ahead = untilNight();
    clock = new MovedClock(join(w.dir, 'clock'));
    clock.move(ahead);
    browser = await w.started(launchChromium(), (browser) => browser.close());
    way = await w.started(front(ahead), (way) => way.close());
    w.feed.set({ gold: '351234.56', silver: '4321.12', at: new Date(Date.now() + ahead - 5_000) });
    const { folder: WEB_DIR } = newRelease('1');
    const env = { ...clock.env, WEB_DIR, DEMO_SHOP: 'true', MARKET_STALE_AFTER_MS: '86400000' };
    product = await w.startPart('standalone', env, clock.nodeArgs);
    way.leadTo(product.url);
    const { id } = await until(() => product.messages.find((message) => message.type === 'demo-shop'));
    address = `${way.url}/public-view/${id}`;

    const screen = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
    board = await screen.newPage();
    board.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    screen.on('serviceworker', (worker) => worker.on('console', (message) => warnings.push(message.text())));
    await board.clock.install();
    // Boards wait for a random time before they load a new release; this board never waits.
    await board.addInitScript('Math.random = () => 0');
    await board.goto(address);
    await board.locator('.cell').first().waitFor();
    await until(async () => (await releaseState())?.accepted === releases[0]!.name, 15_000);

    const token = await signIn(way.url, ADMIN.username, ADMIN.password);
    const localStorage = Object.entries({ token: token.token, role: token.role, userId: token.userId }).map(
      ([name, value]) => ({
        name,
        value,
      }),
    );
    const desk = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin: way.url, localStorage }] },
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    portal = await desk.newPage();
    await portal.clock.install({ time: Date.now() + ahead });
    await portal.goto(`${way.url}/admin/create-user`);
    await portal.getByLabel('Username').fill('half.filled');
  });
  afterAll(() => w.end());

  it('gives every page all of its files while gateways of both answer, also without a service worker', async () => {
    const second = await rolledOut(newRelease('2', { proofMs: 8_000 }));
    way.leadTo(product.url, second.url);
    const seen = new Set<string | null>();
    for (let load = 0; load < 5; load++) {
      const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
      await skipLoadingScreen(context);
      const page = await context.newPage();
      const missing: string[] = [];
      page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
      await page.goto(address);
      await page.locator('.cell').first().waitFor();
      expect(missing).toEqual([]);
      seen.add(await page.locator('meta[name="release"]').getAttribute('content'));
      await context.close();
      // One more request, so that the next load begins at the other gateway.
      if (load % 2 === 0) await fetch(`${way.url}/health/live`);
    }
    expect([...seen].sort()).toEqual([releases[0]!.name, releases[1]!.name]);
  });

  it('comes to an open board by itself at night, and stays once it shows a rate', async () => {
    way.leadTo(gateways[0]!.url);
    const shown = await prices();
    expect(shown).toHaveLength(4);
    await waits(releases[1]!);
    await until(async () => (await releaseShown()) === releases[1]!.name, 15_000, 250);
    await board.locator('.cell').first().waitFor();
    expect(await prices()).toEqual(shown);
    await until(async () => (await releaseState()).accepted === releases[1]!.name, 15_000, 250);
    // No board goes back to the release before any more.
    const shells = () => board.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('sarafa-board-')));
    await until(async () => (await shells()).join() === `sarafa-board-${releases[1]!.name}`);
  });

  it('leaves what was typed, and an open portal finds the parts of its own release', async () => {
    expect(await portal.getByLabel('Username').inputValue()).toBe('half.filled');
    const answered: number[] = [];
    portal.on('response', (answer) => answer.url().includes('/assets/rate-chart') && answered.push(answer.status()));
    await portal.getByRole('link', { name: 'Manage Prices' }).click();
    await portal.locator('.uplot').first().waitFor();
    expect(answered).toEqual([200]);
  });

  it('that shows no rate is left for the one before, and not tried a fourth time', async () => {
    const broken = newRelease('3', { isBroken: true, proofMs: 4_000 });
    const third = await rolledOut(broken);
    way.leadTo(third.url);
    const shown = await prices();
    await waits(broken);
    await until(async () => (await releaseState()).failures[broken.name] === 1, 20_000, 250);
    await until(async () => (await releaseShown()) === releases[1]!.name, 15_000, 250);
    await board.locator('.cell').first().waitFor();
    expect(await prices()).toEqual(shown);
    await until(() => warnings.some((text) => text.includes(`Release ${broken.name} showed no rate`)));

    await change({ failures: { [broken.name]: 3 }, failedAt: 0 });
    await board.reload();
    await board.locator('.cell').first().waitFor();
    expect(await releaseShown()).toBe(releases[1]!.name);
    const gauge = async () =>
      /sarafa_boards_of_other_releases\S* (\d+)/.exec(await (await fetch(`${third.metricsUrl}/metrics`)).text());
    await until(async () => (await gauge())?.[1] === '1');
  });

  it('that was being tried when the power went counts as one that showed nothing', async () => {
    const broken = releases[2]!;
    await change({ failures: {}, failedAt: null, triedAt: Date.now() - 2 * MINUTE });
    await board.reload();
    await board.locator('.cell').first().waitFor();
    expect(await releaseShown()).toBe(releases[1]!.name);
    expect((await releaseState()).failures).toEqual({ [broken.name]: 1 });
  });
});
