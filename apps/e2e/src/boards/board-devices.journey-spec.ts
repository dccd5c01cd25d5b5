/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastForward, installClock, launchChromium, skipLoadingScreen, until } from '@sarafa/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { plainImage } from '../shared/ad-files.js';
import { BoardEdge } from './board-edge/board-edge.js';
import { advertisement, type Scene, SHOP_ID } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';
import { fitted } from './board-edge/tv.js';

/** A device without a mouse, a pointing remote or a touch screen, like most televisions and boxes. */
const WITHOUT_POINTERS = '--blink-settings=availablePointerTypes=1,primaryPointerType=1';
const UPRIGHT = { viewport: { width: 720, height: 1280 } };
const DENSE = { viewport: { width: 960, height: 540 }, deviceScaleFactor: 2 };
const DENSE_UPRIGHT = { viewport: { width: 540, height: 960 }, deviceScaleFactor: 2 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } };

let edge: BoardEdge;
let browser: Browser;
let tv: Browser;

beforeAll(async () => {
  edge = await BoardEdge.start();
  [browser, tv] = await Promise.all([launchChromium(), launchChromium({ args: [WITHOUT_POINTERS] })]);
  const { name, content } = await plainImage('ring.webp', '#c9a227');
  edge.ads.set(name, content);
});
afterAll(async () => {
  await browser.close();
  await tv.close();
  await edge.close();
});

async function openBoard(on: Browser, screen: BrowserContextOptions, scene: Partial<Scene>, query = ''): Promise<Page> {
  const page = await on.newPage({ reducedMotion: 'reduce', ...screen });
  await Promise.all([installClock(page), skipLoadingScreen(page)]);
  edge.show(scene);
  await page.goto(edge.board + query);
  await page.waitForSelector('.cell');
  return page;
}

const scrolls = (page: Page) =>
  page.locator('.stage').evaluate((stage) => ['auto', 'scroll'].includes(getComputedStyle(stage).overflowY));
/** The board begins with its ads three seconds after it knows of them. */
const keepsAds = (page: Page) =>
  until(async () => {
    await fastForward(page, 1_000);
    return page.evaluate(async (name) => (await (await caches.open(name)).keys()).length === 1, `sarafa-ads-${SHOP_ID}`);
  });

describe.each([
  ['an upright 720p panel', 'upright', UPRIGHT],
  ['a box that counts two pixels as one', 'dense', DENSE],
  ['such a box on an upright panel', 'dense-upright', DENSE_UPRIGHT],
] as [string, string, BrowserContextOptions][])('%s without a pointer', (_, name, screen) => {
  it('has each layout of a TV, with pages and without a fault', async () => {
    const page = await openBoard(tv, screen, { cards: 14 });
    for (const [layout, board] of [
      ['horizontal', '.board:not(.board--vertical)'],
      ['vertical', '.board--vertical'],
    ] as const) {
      edge.show({ cards: 14, layout });
      await page.waitForSelector(board);
      await fitted(page);
      expect(await page.locator('.cell').count()).toBe(12);
      expect(await page.locator('.foot').innerText()).toContain('Page 1 of 2');
      expect(await scrolls(page)).toBe(false);
      expect(await page.evaluate(faultsOfBoard)).toEqual([]);
      await picture(page, `tv-${name}-${layout}`);
    }
    await page.close();
  });

  it('keeps its ads for a day without network, and moves its picture against burn-in', async () => {
    const page = await openBoard(tv, screen, { ads: [advertisement('ring.webp')] });
    const shift = () => page.locator('.board').evaluate((board) => board.style.getPropertyValue('--shift-x'));
    expect(await shift()).toBe('0px');
    await keepsAds(page);
    expect(await shift()).toBe('0px');
    await fastForward(page, 181_000);
    await until(async () => (await shift()) === '8px');
    await page.close();
  });
});

it('a TV with two pixels for one looks like one that has as many', async () => {
  const figures = async (screen: BrowserContextOptions) => {
    const page = await openBoard(tv, screen, { cards: 12 });
    const columns = await page
      .locator('.tray')
      .evaluate((tray) => getComputedStyle(tray).gridTemplateColumns.split(' ').length);
    const size = await page
      .locator('.price')
      .first()
      .evaluate((price) => parseFloat(getComputedStyle(price).fontSize));
    await page.close();
    return { columns, size };
  };
  const dense = await figures(DENSE);
  const plain = await figures({ viewport: { width: 1920, height: 1080 } });
  expect(dense.columns).toBe(plain.columns);
  expect(Math.abs(dense.size * 2 - plain.size)).toBeLessThan(4);
});

describe('what has a pointer', () => {
  it('is a phone when it is narrow: a hand that touches it, or a window with a mouse', async () => {
    for (const screen of [PHONE, UPRIGHT]) {
      const page = await openBoard(browser, screen, { cards: 14, ads: [advertisement('ring.webp')] });
      expect(await page.locator('.board--phone .cell').count()).toBe(14);
      expect(await scrolls(page)).toBe(true);
      expect(await page.evaluate(faultsOfBoard)).toEqual([]);
      await page.close();
    }
  });

  it('is a TV when it was opened as one, as a panel whose remote points', async () => {
    const page = await openBoard(browser, UPRIGHT, { cards: 14, ads: [advertisement('ring.webp')] }, '?tv');
    expect(await page.locator('.cell').count()).toBe(12);
    expect(await scrolls(page)).toBe(false);
    await keepsAds(page);
    await page.close();
  });
});

it('a phone that is held sideways is one still, and all of it can be read', async () => {
  const page = await openBoard(browser, SIDEWAYS, { cards: 14 });
  expect(await page.locator('.board--phone').count()).toBe(1);
  expect(await scrolls(page)).toBe(true);
  const sizes = await page
    .locator('.stage')
    .evaluate((stage) =>
      [...stage.querySelectorAll('*')]
        .filter((part) => [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim()))
        .map((part) => parseFloat(getComputedStyle(part).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await picture(page, 'phone-sideways');
  await page.close();
});
