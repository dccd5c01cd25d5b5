/// <reference lib="dom" />
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastForward, forgetRelease, installClock, releaseOf, skipLoadingScreen, until } from '@sarafa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { todaysTv } from './board-edge/tv.js';

/** A script that a board needs for its rates, and that its page doesn't name. */
const LATER = /^\/assets\/board-ads-[^/]*\.js$/;
const STYLES = /^\/assets\/board-[\w-]{8}\.css$/;
const NAMED = /^\/assets\/board-[\w-]{8}\.js$/;

describe('a sign-in page in place of a file', () => {
  const tv = todaysTv();
  const next = releaseOf('2');
  let screen: BrowserContext;
  let page: Page;
  let usual: string;

  const opens = async () => {
    await page?.close();
    page = await screen.newPage();
    await page.goto(tv.edge.board);
  };
  const isControlled = () => until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  const shownRelease = () => page.locator('meta[name="release"]').getAttribute('content');
  /** The kept files that are pages, but for the board's own. */
  const keptPages = () =>
    page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const type = (await cache.match(request))?.headers.get('content-type') ?? '';
          if (type.startsWith('text/html') && !request.url.endsWith('/board')) found.push(request.url);
        }
      }
      return found;
    });
  /** What a worker of before has kept in place of each file of this kind. */
  const keptBefore = (kind: RegExp) =>
    page.evaluate(async (source) => {
      let kept = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!new RegExp(source).test(new URL(request.url).pathname)) continue;
          kept += 1;
          await cache.put(
            request,
            new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
          );
        }
      }
      return kept;
    }, kind.source);
  const forgets = (kind: RegExp) =>
    page.evaluate(async (source) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          if (new RegExp(source).test(new URL(request.url).pathname)) await cache.delete(request);
      }
    }, kind.source);
  const starts = async (logo = '/brand/demo-shop-logo.svg') => {
    tv.edge.show({ shop: { logo_url: logo } });
    screen = await tv.screen();
    await opens();
    await page.waitForSelector('.is-live .cell');
    await isControlled();
  };

  beforeEach(() => {
    usual = tv.edge.folder;
  });
  afterEach(async () => {
    tv.edge.folder = usual;
    tv.edge.isCut = false;
    tv.edge.signIn = undefined;
    await screen.close();
  });
  afterAll(() => forgetRelease(next));

  it('is not kept where a lost script is loaded again', async () => {
    await starts();
    await forgets(NAMED);
    tv.edge.signIn = NAMED;
    await opens();
    // The page of the board runs no script now.
    const script = await page.locator('script[type="module"]').first().getAttribute('src');
    await until(() => page.evaluate((path) => fetch(path).then(({ ok }) => ok), script!));
    expect(await keptPages()).toEqual([]);
    tv.edge.signIn = undefined;
    await page.waitForSelector('.is-live .cell');
  });

  it.each([
    ['the script', NAMED, '.board .hairline'],
    ['the styles', STYLES, '.is-live .cell'],
  ])('leaves a board without a worker as long as it comes in place of %s', async (_, kind, shows) => {
    screen = await tv.browser.newContext({ serviceWorkers: 'block' });
    await skipLoadingScreen(screen);
    tv.edge.signIn = kind;
    await opens();
    await page.locator(shows).first().waitFor({ state: 'attached' });
    const isDone = page.waitForEvent('load');
    tv.edge.signIn = undefined;
    await isDone;
    await page.waitForSelector('.is-live .cell');
    expect(
      await page
        .locator('.cell')
        .first()
        .evaluate((cell) => getComputedStyle(cell).display),
    ).not.toBe('block');
  });

  describe('on a TV without a worker', () => {
    beforeEach(async () => {
      screen = await tv.browser.newContext({ serviceWorkers: 'block' });
      page = await screen.newPage();
      await installClock(page);
    });

    it('leaves as long as it comes in place of a script that the page does not name', async () => {
      tv.edge.signIn = /^\/assets\/tv-app-[^/]*\.js$/;
      const isTriedAgain = page.waitForNavigation();
      await page.goto(tv.edge.tv);
      await isTriedAgain;
      tv.edge.signIn = undefined;
      // The page isn't loaded again sooner.
      await fastForward(page, 300_000);
      await page.waitForSelector('.pair__code:not(.is-missing)');
    });

    it('keeps no beat from the server for long', async () => {
      tv.edge.signIn = /^\/assets\/pulse-[^/]*\.js$/;
      const hasCome = page.waitForResponse((answer) => answer.url().includes('/assets/pulse-'));
      await page.goto(tv.edge.tv);
      await page.waitForSelector('.pair__code:not(.is-missing)');
      tv.edge.screens.claim();
      await page.waitForSelector('.is-live .cell');
      await hasCome;
      tv.edge.signIn = undefined;
      const isBeating = () => tv.edge.screens.beats.length > 0;
      // Until the script is tried again, which was asked for anew when it failed.
      for (let starts = 0; starts < 3 && !isBeating(); starts++) {
        await fastForward(page, 30_000);
        await until(isBeating, 3_000).catch(() => undefined);
      }
      expect(isBeating()).toBe(true);
    });
  });

  it.each([
    ['that the page names', NAMED],
    ['that comes later', LATER],
  ])('that was kept in place of a script %s is replaced', async (_, kind) => {
    await starts();
    expect(await keptBefore(kind)).toBe(2);
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(async () => (await keptPages()).length === 0);
    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
  });

  it('installs no new release', async () => {
    await starts();
    const before = await shownRelease();
    tv.edge.folder = next.folder;
    tv.edge.signIn = LATER;
    const isInstalled = () =>
      page.evaluate(async (name) => {
        const registration = await navigator.serviceWorker.ready;
        const ends = new Promise<string>((done) => {
          registration.addEventListener('updatefound', () => {
            const worker = registration.installing!;
            worker.addEventListener('statechange', () => {
              if (['redundant', 'activated'].includes(worker.state)) done(worker.state);
            });
          });
        });
        await registration.update().catch(() => undefined);
        return `${await ends} ${(await caches.keys()).some((kept) => kept.endsWith(name))}`;
      }, next.name);
    expect(await isInstalled()).toBe('redundant false');
    expect(await keptPages()).toEqual([]);
    tv.edge.signIn = undefined;
    expect(await isInstalled()).toBe('activated true');
    await opens();
    await page.waitForSelector('.is-live .cell');
    expect([before, await shownRelease()]).toEqual([before, next.name]);
  });

  it('is not kept in place of a logo', async () => {
    const isSeen = () =>
      page.evaluate(() => (document.querySelector('.head__logo img') as HTMLImageElement | null)?.naturalWidth);
    await starts();
    tv.edge.signIn = /^\/brand\/icon-192/;
    tv.edge.show({ shop: { logo_url: '/brand/icon-192.png' } });
    await page.waitForSelector('.head__letter');
    expect(await keptPages()).toEqual([]);
    tv.edge.signIn = undefined;
    await opens();
    await until(async () => (await isSeen()) === 192);
    tv.edge.isCut = true;
    await opens();
    await until(async () => (await isSeen()) === 192);
  });
});
