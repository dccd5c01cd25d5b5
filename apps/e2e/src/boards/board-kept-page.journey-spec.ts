/// <reference lib="dom" />
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetRelease, releaseOf, until } from '@sarafa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOP_ID } from './board-edge/fixtures.js';
import { todaysTv } from './board-edge/tv.js';

const PAGE = '/public-view/board';

describe('a board with a page that runs', () => {
  const tv = todaysTv();
  const next = releaseOf('2');
  /** The folder of a server that has the page of the next release, and none of its files. */
  const half = mkdtempSync(join(tmpdir(), 'half-'));
  let screen: BrowserContext;
  let page: Page;
  let usual: string;
  let before: string;

  /** Opens the board beside the page that was open, whose driver holds the quota. */
  const opens = async () => {
    page = await screen.newPage();
    await page.goto(tv.edge.board);
  };
  const shownRelease = async () => (await page.locator('meta[name="release"]').getAttribute('content'))!;
  const state = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('sarafa-releases')).match('/release-state');
      return (await kept?.json()) as { installed: string; accepted: string } | undefined;
    });
  const comes = async () => {
    tv.edge.folder = next.folder;
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await until(async () => (await state())?.installed === next.name);
    await until(() => page.evaluate(async () => !(await navigator.serviceWorker.ready).installing));
  };
  const isKept = (release: string, part: string) =>
    page.evaluate(async ([name, wanted]) => (await (await caches.open(name)).keys()).some(({ url }) => url.includes(wanted)), [
      `sarafa-board-${release}`,
      part,
    ] as const);
  /** The kept files of the release whose path has this in it are lost. */
  const loses = (release: string, part: string) =>
    page.evaluate(
      async ({ prefixes, lost }) => {
        for (const name of prefixes) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) if (request.url.includes(lost)) await cache.delete(request);
        }
      },
      { prefixes: [`sarafa-board-${release}`, `sarafa-spare-${release}`], lost: part },
    );

  /** Rates are kept some time after they are shown. */
  const areRatesKept = () => page.evaluate((name) => localStorage.getItem(name) !== null, `sarafa.board.v1.${SHOP_ID}`);

  beforeEach(async () => {
    usual = tv.edge.folder;
    screen = await tv.screen();
    await opens();
    await page.waitForSelector('.is-live .cell');
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
    before = await shownRelease();
    await until(async () => (await state())?.accepted === before);
    await until(areRatesKept);
  });
  afterEach(async () => {
    tv.edge.folder = usual;
    tv.edge.isCut = false;
    tv.edge.signIn = undefined;
    await screen.close();
  });
  afterAll(() => {
    forgetRelease(next);
    rmSync(half, { recursive: true });
  });

  it('is that page where the disk is too full to note that a new release is tried', async () => {
    await comes();
    const session = await screen.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: tv.edge.origin, quotaSize: 1 });
    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
    expect(await shownRelease()).toBe(before);
  });

  it.each([
    ['nobody answers', () => void (tv.edge.isCut = true), '.is-offline .cell'],
    ['a network asks for a sign-in', () => void (tv.edge.signIn = /^\/public-view/), '.is-live .cell'],
  ])('is the page of the release before where the new one has lost its page and %s', async (_, happens, shown) => {
    await comes();
    await loses(next.name, PAGE);
    happens();
    await opens();
    await page.waitForSelector(shown);
    expect(await shownRelease()).toBe(before);
  });

  it('keeps its lost page again', async () => {
    await loses(before, PAGE);
    await opens();
    await page.waitForSelector('.is-live .cell');
    // The page is kept beside what it does.
    await until(() => isKept(before, PAGE));
    await until(areRatesKept);
    tv.edge.isCut = true;
    await opens();
    await page.waitForSelector('.is-offline .cell');
  });

  it('is that page where the server’s page can’t have its files', async () => {
    cpSync(usual, half, { recursive: true });
    cpSync(join(next.folder, 'board.html'), join(half, 'board.html'));
    await loses(before, '.js');
    tv.edge.folder = half;
    await opens();
    await page.waitForSelector('.is-live .cell');
    expect(await shownRelease()).toBe(before);
  });
});
