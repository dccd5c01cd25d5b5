/// <reference lib="dom" />
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetRelease, releaseOf, until } from '@sarafa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { todaysTv } from './board-edge/tv.js';

const SCRIPT = /\/assets\/[^/]+\.js$/;

/** A TV that loses power while its browser writes what it has compiled of the board's scripts loses these from what it has kept. */
describe('a board whose kept scripts are lost', () => {
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
  const keptScripts = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('sarafa-board-'));
      const kept = name ? await (await caches.open(name)).keys() : [];
      return kept.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('.js'));
    });
  const shownRelease = () => page.locator('meta[name="release"]').getAttribute('content');
  /** The scripts that the page has loaded. */
  const loaded = async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    return [...new Set(names.filter((name) => SCRIPT.test(name)))];
  };
  const loses = (paths: string[]) =>
    page.evaluate(async (lost) => {
      const name = (await caches.keys()).find((one) => one.startsWith('sarafa-board-'))!;
      const cache = await caches.open(name);
      await Promise.all(lost.map((path) => cache.delete(path)));
    }, paths);

  beforeEach(async () => {
    usual = tv.edge.folder;
    tv.edge.isCut = false;
    screen = await tv.browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  });
  afterEach(async () => {
    tv.edge.folder = usual;
    await screen.close();
  });
  afterAll(() => forgetRelease(next));

  it('keeps them again when it is opened, and needs no network after that', async () => {
    const scripts = await keptScripts();
    expect(scripts.length).toBeGreaterThan(3);
    const lost = (await loaded()).filter((path) => scripts.includes(path));
    expect(lost.length).toBeGreaterThan(3);
    await loses(lost);
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(async () => (await keptScripts()).length === scripts.length);
    expect((await keptScripts()).sort()).toEqual(scripts.sort());

    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
  });

  it('is the next release where the server no longer has them', async () => {
    const before = await shownRelease();
    await loses(await keptScripts());
    tv.edge.folder = next.folder;
    await opens();
    await page.waitForSelector('.is-live .cell');
    expect(await shownRelease()).not.toBe(before);
    expect(await shownRelease()).toBe(next.name);
  });

  it('is the kept page where nobody answers, and shows its rates once its scripts can be loaded', async () => {
    await loses(await keptScripts());
    tv.edge.isCut = true;
    await opens();
    await page.getByText('Preparing your premium gold trading experience').waitFor();
    tv.edge.isCut = false;
    await opens();
    await page.waitForSelector('.is-live .cell');
  });
});
