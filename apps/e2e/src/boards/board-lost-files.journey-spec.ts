/// <reference lib="dom" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetRelease, releaseOf, until } from '@sarafa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { todaysTv } from './board-edge/tv.js';

const LOADING = 'Preparing your premium gold trading experience';
const [SHELL, SPARES] = ['sarafa-board-', 'sarafa-spare-'];
const SCRIPT = /\/assets\/[^/]+\.js$/;

/** Chromium 79 was seen to lose scripts that it had kept, when it was ended soon after it had loaded them, as when the power fails. */
describe('a board whose kept scripts are lost', () => {
  const tv = todaysTv();
  const next = releaseOf('2');
  /** The folder of a server that answers each board with a page of its own. */
  const signIn = mkdtempSync(join(tmpdir(), 'sign-in-'));
  let screen: BrowserContext;
  let page: Page;
  let usual: string;

  const opens = async () => {
    await page?.close();
    page = await screen.newPage();
    await page.goto(tv.edge.board);
  };
  const keptScripts = (prefix = SHELL) =>
    page.evaluate(async (wanted) => {
      const name = (await caches.keys()).find((one) => one.startsWith(wanted));
      const kept = name ? await (await caches.open(name)).keys() : [];
      return kept.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('.js'));
    }, prefix);
  const shownRelease = () => page.locator('meta[name="release"]').getAttribute('content');
  /** The scripts that the page has loaded. */
  const loaded = async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    return [...new Set(names.filter((name) => SCRIPT.test(name)))];
  };
  const losesFrom = (paths: string[], ...prefixes: string[]) =>
    page.evaluate(
      async ({ lost, from }) => {
        const names = (await caches.keys()).filter((name) => from.some((prefix) => name.startsWith(prefix)));
        const kept = await Promise.all(names.map((name) => caches.open(name)));
        await Promise.all(kept.flatMap((cache) => lost.map((path) => cache.delete(path))));
      },
      { lost: paths, from: prefixes },
    );
  /** Also what has no second copy, as where a release of before has kept the board. */
  const losesForGood = (paths: string[]) => losesFrom(paths, SHELL, SPARES);

  beforeEach(async () => {
    usual = tv.edge.folder;
    tv.edge.isCut = false;
    screen = await tv.screen();
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  });
  afterEach(async () => {
    tv.edge.folder = usual;
    await screen.close();
  });
  beforeAll(() => writeFileSync(join(signIn, 'board.html'), '<!doctype html><h1>Sign in to this network</h1>'));
  afterAll(() => {
    forgetRelease(next);
    rmSync(signIn, { recursive: true });
  });

  it('has a second copy of each, and needs no network and no other release', async () => {
    const [scripts, before] = [await keptScripts(), await shownRelease()];
    expect((await keptScripts(SPARES)).sort()).toEqual(scripts.sort());
    await losesFrom(scripts, SHELL);
    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
    tv.edge.isCut = false;
    await losesFrom(await keptScripts(), SHELL);
    tv.edge.folder = next.folder;
    await opens();
    await page.waitForSelector('.is-live .cell');
    expect(await shownRelease()).toBe(before);
    // Some scripts are loaded, and put back, a little later.
    const used = await loaded();
    await until(async () => new Set([...(await keptScripts()), ...used]).size === (await keptScripts()).length);
  });

  it('keeps them again when it is opened, and needs no network after that', async () => {
    const scripts = await keptScripts();
    expect(scripts.length).toBeGreaterThan(3);
    const lost = (await loaded()).filter((path) => scripts.includes(path));
    expect(lost.length).toBeGreaterThan(3);
    await losesForGood(lost);
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(async () => (await keptScripts()).length === scripts.length);
    expect((await keptScripts()).sort()).toEqual(scripts.sort());
    await until(async () => (await keptScripts(SPARES)).length === scripts.length);

    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
  });

  it('is the next release where the server no longer has them', async () => {
    const before = await shownRelease();
    await losesForGood(await keptScripts());
    tv.edge.folder = next.folder;
    await opens();
    await page.waitForSelector('.is-live .cell');
    expect(await shownRelease()).not.toBe(before);
    expect(await shownRelease()).toBe(next.name);
  });

  it('is the kept page where nobody answers, and shows its rates once its scripts can be loaded', async () => {
    await losesForGood(await keptScripts());
    tv.edge.isCut = true;
    await opens();
    await page.getByText(LOADING).waitFor();
    tv.edge.isCut = false;
    await opens();
    await page.waitForSelector('.is-live .cell');
  });

  it('is the kept page where a network asks for a sign-in, and shows its rates after that', async () => {
    await losesForGood(await keptScripts());
    tv.edge.folder = signIn;
    await opens();
    await page.getByText(LOADING).waitFor();
    tv.edge.folder = usual;
    await opens();
    await page.waitForSelector('.is-live .cell');
  });
});
