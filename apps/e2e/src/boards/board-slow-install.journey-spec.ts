/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetRelease, releaseOf, until } from '@sarafa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { todaysTv } from './board-edge/tv.js';

const SHELL = 'sarafa-board-';
const PAGE = '/public-view/board';

describe('a board that is opened while a new release is being installed', () => {
  const tv = todaysTv();
  const next = releaseOf('2');
  let screen: BrowserContext;
  let page: Page;

  const opens = async () => {
    await page?.close();
    page = await screen.newPage();
    await page.goto(tv.edge.board);
  };
  const shownRelease = () => page.locator('meta[name="release"]').getAttribute('content');
  const shells = () =>
    page.evaluate(async (prefix) => (await caches.keys()).filter((name) => name.startsWith(prefix)).sort(), SHELL);
  const hasPage = () =>
    page.evaluate(async ({ name, path }) => (await (await caches.open(name)).match(path)) !== undefined, {
      name: SHELL + next.name,
      path: PAGE,
    });
  const installed = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('sarafa-releases')).match('/release-state');
      return ((await kept?.json()) as { installed: string } | undefined)?.installed;
    });
  /** The browser finds the release, whose scripts then wait for the line. Answers what ends the wait. */
  const comesSlowly = async () => {
    let fast = () => {};
    tv.edge.line = new Promise((done) => (fast = done));
    tv.edge.slow = /^\/assets\/.*-2{8}\.js$/;
    tv.edge.folder = next.folder;
    await page.evaluate(() => void navigator.serviceWorker.ready.then((registration) => registration.update()));
    await until(() => page.evaluate((name) => caches.has(name), SHELL + next.name));
    return fast;
  };
  /** The end of the worker that is being installed. */
  const end = () =>
    page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.ready;
      if (!installing) return 'none';
      return new Promise<string>((done) => {
        installing.addEventListener('statechange', () => {
          if (['redundant', 'activated'].includes(installing.state)) done(installing.state);
        });
      });
    });

  beforeAll(async () => {
    screen = await tv.screen();
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
    await until(async () => (await installed()) === (await shownRelease()));
  });
  afterAll(async () => {
    await screen.close();
    forgetRelease(next);
  });

  it('installs no release whose files were removed meanwhile', async () => {
    const fast = await comesSlowly();
    await page.evaluate((name) => caches.delete(name), SHELL + next.name);
    const ended = end();
    fast();
    expect(await ended).toBe('redundant');
    expect(await installed()).toBe(await shownRelease());
  });

  it('removes nothing of the release, which then needs no network', async () => {
    const before = await shownRelease();
    const fast = await comesSlowly();
    await opens();
    await page.waitForSelector('.is-live .cell');
    expect(await shownRelease()).toBe(before);
    expect(await shells()).toContain(SHELL + next.name);
    fast();
    await until(async () => (await installed()) === next.name);
    expect(await hasPage()).toBe(true);
    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
    expect(await shownRelease()).toBe(next.name);
  });
});
