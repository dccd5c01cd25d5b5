/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { plainImage } from '../shared/ad-files.js';
import { advertisement, pairOf, pricedRow, type Scene, twelvePairs } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';
import { LAYOUTS, SCREENS } from './board-edge/screens.js';
import { todaysTv, unpainted } from './board-edge/tv.js';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const list = { name: 'Bombay Bullion Association', set_at: ago(0) };
/** As long as a name may be, and set on another day. */
const longList = { name: 'THE INDIAN BULLION & JEWELLERS ASSOCIATION OF ZAVERI BAZAAR.', set_at: ago(24) };
const held = { since: ago(1), until: ago(-1) };
const listed: Partial<Scene> = { state: 'listed', rateList: list, source: list.name };
const WORDS: Record<string, [Partial<Scene>, RegExp]> = {
  listed: [listed, /^Bombay Bullion Association rate, set [\d:]+ [ap]m(\n|$)/],
  'long-list': [
    { state: 'listed', rateList: longList, source: longList.name },
    /^THE INDIAN BULLION & JEWELLERS ASSOCIATION OF ZAVERI BAZAAR\. rate, set [\d:]+ [ap]m, \d+ \w+(\n|$)/,
  ],
  held: [{ state: 'held', held }, /^Rate held since [\d:]+ [ap]m(, \d+ \w+)?\s+Until [\d:]+ [ap]m/],
  'old-list': [
    { state: 'stale', rateList: longList, lastUpdated: longList.set_at },
    /^Rate as of [\d:]+ [ap]m, \d+ \w+\s+New rates are late\.(\n|$)/,
  ],
  'held-sample': [
    { state: 'held', held, source: 'Sample data' },
    /^Sample data\s+Rate held since [\d:]+ [ap]m(, \d+ \w+)?\. Until/,
  ],
};
const CHANGES = [450, -450, 0, -1_120.5];
/** In an order in which no row has another price than in the scene before, because a change flashes. */
const DAYS: Record<string, Partial<Scene>> = {
  'four cards': { cards: 4 },
  'six cards': { cards: 6 },
  'twelve cards': { cards: 12 },
  'four pairs': { cards: 4, ownRows: twelvePairs.slice(0, 8) },
  'twelve pairs': { cards: 4, ownRows: twelvePairs },
  '24 rows': { cards: 4, ownRows: twelvePairs.map((row, index) => ({ ...row, unit_grams: index + 1 })) },
  'rows of all kinds': {
    cards: 6,
    ownRows: [
      ...pairOf('a', 157_821),
      pricedRow('b', 14_456.5, { unit_grams: 1 }),
      pricedRow('c', 98_765, { side: 'buy', title: 'Old Gold Exchange, any purity (10g)' }),
      pricedRow('d', null, { metal: 'platinum', fineness: 950, unit_grams: 10 }),
    ],
  },
  'a crore and more': { cards: 4, ownRows: twelvePairs.map((row) => ({ ...row, price: 99_999_999.99 })) },
};

const tv = todaysTv();

/** A page for all journeys of a block, on which scenes are measured one after the other. */
function wallOfBlock(): () => Page {
  let wall: Page;
  beforeAll(async () => {
    wall = await tv.open({ cards: 4 });
    await unpainted(wall);
  });
  afterAll(() => wall.close());
  return () => wall;
}

/** Shows the scene on every screen in both layouts, and answers the faults. `look` is called on each. */
async function faultsEverywhere(page: Page, scene: Partial<Scene>, look?: (layout: string, width: number) => Promise<void>) {
  const faults: string[] = [];
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const layout of LAYOUTS) {
      for (const fault of await tv.faults(page, { ...scene, layout })) faults.push(`${width}x${height} ${layout}: ${fault}`);
      await look?.(layout, width);
    }
  }
  return faults;
}

const isMetal = (page: Page) =>
  page.locator('.cell--24 .price').evaluate((price) => getComputedStyle(price).color === 'rgb(243, 224, 180)');

describe('a board on each screen whose rates the market doesn’t move', () => {
  const wall = wallOfBlock();

  it.each(Object.entries(WORDS))('says so: %s', async (name, [scene, words]) => {
    const page = wall();
    const isOld = name === 'old-list' || name === 'held-sample';
    const faults = await faultsEverywhere(page, { cards: 4, ...scene }, async (layout, width) => {
      expect(await page.locator('.rail').innerText()).toMatch(words);
      expect(await isMetal(page)).toBe(!isOld);
      // A picture of 4K takes seconds.
      if (width < 2_000) await picture(page, `${name}-${width}-${layout}`);
    });
    expect(faults).toEqual([]);
    expect(await page.locator('.is-live').count()).toBe(0);
  });
});

describe('a board whose rates the market doesn’t move', () => {
  it('says it in the strip during an ad, which stays in its line', async () => {
    tv.edge.ads.set('sale.png', (await plainImage('sale.png', '#123456')).content);
    const ads = { ads: [advertisement('sale.png')], shop: { price_display_time: 1, ad_display_time: 60 } };
    const page = await tv.open({ cards: 4, ...listed, ...ads });
    await page.waitForSelector('.ad.is-over', { timeout: 15_000 });
    await unpainted(page);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const [name, [scene]] of Object.entries(WORDS).slice(0, 3))
        for (const layout of LAYOUTS) {
          await tv.shows(page, { cards: 4, ...scene, ...ads, layout });
          await until(() =>
            page.evaluate(
              () => document.querySelector('.strip')!.scrollWidth <= document.querySelector('.strip')!.clientWidth + 1,
            ),
          );
          const [word] = (await page.locator('.rail__word').textContent())!.split('\n');
          expect(await page.locator('.strip__state').textContent()).toBe(word);
          const fault = await page.evaluate(() => {
            const strip = document.querySelector<HTMLElement>('.strip')!;
            const time = strip.querySelector<HTMLElement>('.strip__time')!;
            return time.offsetHeight > strip.clientHeight || time.scrollHeight > strip.clientHeight;
          });
          expect([name, layout, width, fault]).toEqual([name, layout, width, false]);
          if (width === 1920) await picture(page, `strip-${name}-${layout}`);
        }
    }
    await page.close();
  });

  it.each([
    ['a list', listed],
    ['a hold', { state: 'held', held: { since: ago(2), until: ago(-0.001) } }],
  ] as [string, Partial<Scene>][])('calls the rates of %s old after a power cut without a network', async (_, scene) => {
    const page = await tv.open({ cards: 4, ...scene });
    await page.route('**/boards/**', (route) => route.abort());
    await page.route('**/{prices,user,advertisements,settings}/**', (route) => route.abort());
    await page.reload();
    await page.waitForSelector('.is-offline .cell');
    expect(await page.locator('.rail').innerText()).toMatch(
      /^Rate as of [\d:]+ [ap]m(, \d+ \w+)?\s+No connection\. Reconnecting\./,
    );
    expect(await isMetal(page)).toBe(false);
    await page.close();
  });
});

describe('a board that says what its prices have changed by today', () => {
  it('says it in each card of the market, of a pair what the shop sells at', async () => {
    const scene = { cards: 6, shop: { show_day_change: true }, changes: CHANGES };
    const page = await tv.open(scene);
    const said = () => page.$$eval('.cell', (cells) => cells.map((cell) => cell.querySelector('.day')?.textContent));
    expect(await said()).toEqual(['▲ ₹450 today', '▼ ₹450 today', '', '▼ ₹1,120.50 today', undefined, undefined]);
    tv.edge.show({ ...scene, ownRows: pairOf('a', 157_821) });
    await until(async () => (await said()).length === 3);
    expect(await said()).toEqual(['▲ ₹450 today', undefined, undefined]);
    tv.edge.show({ ...scene, state: 'stale' });
    await page.waitForSelector('.is-stale');
    expect(await page.locator('.day').count()).toBe(0);
    await page.close();
  });

  it('gives the place beside a label to a flash while that lasts', async () => {
    const page = await tv.open({ cards: 4, shop: { show_day_change: true }, changes: CHANGES, price: 157_821 });
    tv.edge.show({ cards: 4, shop: { show_day_change: true }, changes: CHANGES, price: 157_921 });
    await page.waitForSelector('.flash-up');
    expect(await page.locator('.day:visible').count()).toBe(0);
    expect(await page.evaluate(faultsOfBoard)).toEqual([]);
    await page.waitForSelector('.flash-up', { state: 'detached' });
    expect(await page.locator('.day--up:visible').count()).toBe(1);
    await page.close();
  });
});

describe('what prices have changed by today', () => {
  const wall = wallOfBlock();

  it.each(Object.entries(DAYS))('is laid out without a fault on every screen: %s', async (_, rows) => {
    const scene = { ...rows, shop: { show_day_change: true }, changes: CHANGES };
    const faults = await faultsEverywhere(wall(), scene, async () => {
      expect(await wall().evaluate(cutChanges)).toEqual([]);
    });
    expect(faults).toEqual([]);
  });
});

/** The changes that leave their card, or lie over a figure or a title. Runs in the page. */
function cutChanges(): string[] {
  const rect = (element: Element) => element.getBoundingClientRect();
  return Array.from(document.querySelectorAll('.cell')).flatMap((cell, index) => {
    const day = cell.querySelector('.day');
    if (!day?.textContent) return [];
    const [box, own] = [rect(cell), rect(day)];
    const isOut = own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1;
    const others = Array.from(cell.querySelectorAll('.price, .cell__txt'), rect);
    const isOver = others.some(
      (other) =>
        Math.min(own.right, other.right) - Math.max(own.left, other.left) > 1.5 &&
        Math.min(own.bottom, other.bottom) - Math.max(own.top, other.top) > 1.5,
    );
    return [isOut && `card ${index + 1}: its change leaves it`, isOver && `card ${index + 1}: its change lies over it`].filter(
      (fault) => fault !== false,
    );
  });
}
