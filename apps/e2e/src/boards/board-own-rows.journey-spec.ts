/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { plainImage } from '../shared/ad-files.js';
import { advertisement, pairOf, pricedRow, twelvePairs } from './board-edge/fixtures.js';
import { LAYOUTS, SCREENS } from './board-edge/screens.js';
import { todaysTv, unpainted } from './board-edge/tv.js';

const mixed = [
  ...pairOf('a', 157_821, { fineness: 1_000, unit_grams: 10 }),
  pricedRow('b', 14_456.5, { unit_grams: 1 }),
  pricedRow('c', 168_624, { unit_grams: 11.6638 }),
  pricedRow('d', 98_765, { side: 'buy', title: 'Old Gold Exchange, any purity (10g)' }),
  pricedRow('e', null, { metal: 'platinum', fineness: 950, unit_grams: 10 }),
  pricedRow('f', 52_310, { metal: 'platinum', fineness: 1_000, unit_grams: 10, state: 'stale' }),
  pricedRow('g', 92.5, { metal: 'silver', fineness: 925, unit_grams: 1 }),
];
/** In an order in which no row has another price than in the list before, because a change flashes. */
const LISTS = {
  'one row': [pricedRow('a', 12_902)],
  'one pair': pairOf('a', 12_902),
  'four pairs': twelvePairs.slice(0, 8),
  'twelve pairs': twelvePairs,
  '24 rows': twelvePairs.map((row, index) => ({ ...row, unit_grams: index + 1 })),
  'all kinds of rows': mixed,
  'a crore and more': twelvePairs.map((row) => ({ ...row, price: 99_999_999.99 })),
};

const tv = todaysTv();

/** The cards of the page as text, each figure by itself. */
const cardsOf = (page: Page) =>
  page.$$eval('.cell', (cells) =>
    cells.map((cell) => [
      cell.querySelector('.cell__txt')!.textContent,
      ...Array.from(cell.querySelectorAll('.price'), ({ textContent }) => textContent),
    ]),
  );

describe("a board with the shop's own rows", () => {
  it('says what each price is of, and of which side', async () => {
    const page = await tv.open({ cards: 5, ownRows: mixed });
    expect(await cardsOf(page)).toEqual([
      ['24K GOLD (10g)', 'Sell₹1,57,821', 'Buy₹1,51,508'],
      ['22K GOLD (1g)', '₹14,456.50'],
      ['22K GOLD (1 tola)', '₹1,68,624'],
      ['Old Gold Exchange, any purity (10g)', 'Buy₹98,765'],
      ['PLATINUM 950 (10g)', 'No rate'],
      ['PLATINUM (10g) Old rate', '₹52,310'],
      ['SILVER 925 (1g)', '₹92.50'],
      ['Gold Coin 24K (8g)', '₹1,26,257'],
    ]);
    const isOld = await page.$$eval('.cell', (cells) => cells.map((cell) => cell.classList.contains('cell--old')));
    expect(isOld.indexOf(true)).toBe(5);
    expect(isOld.lastIndexOf(true)).toBe(5);
    await page.close();
  });

  it('flashes a pair when one of its prices moves, and goes back to the standard rows', async () => {
    const page = await tv.open({ cards: 4, ownRows: pairOf('a', 12_902) });
    tv.edge.show({ cards: 4, ownRows: pairOf('a', 12_950) });
    await page.waitForSelector('.flash-up');
    expect(await page.locator('.cell__change').textContent()).toBe('48');
    expect(await cardsOf(page)).toEqual([['22K GOLD (8g)', 'Sell₹12,950', 'Buy₹12,432']]);
    tv.edge.show({ cards: 4 });
    await until(async () => (await cardsOf(page)).length === 4);
    expect((await cardsOf(page))[0]).toEqual(['24K GOLD (10g)', '₹1,57,821']);
    expect(await page.locator('.flash-up, .flash-down').count()).toBe(0);
    await page.close();
  });

  it('keeps its rows over a power cut without a network, and calls them old', async () => {
    const page = await tv.open({ cards: 4, ownRows: mixed });
    const before = await cardsOf(page);
    await page.route('**/boards/**', (route) => route.abort());
    await page.route('**/{prices,user,advertisements,settings}/**', (route) => route.abort());
    await page.reload();
    await page.waitForSelector('.is-offline .cell');
    expect(await cardsOf(page)).toEqual(before);
    await page.close();
  });

  it('has its rows in the strip during an ad, each side by itself', async () => {
    tv.edge.ads.set('sale.png', (await plainImage('sale.png', '#123456')).content);
    const page = await tv.open({
      cards: 4,
      ownRows: pairOf('a', 12_902),
      ads: [advertisement('sale.png')],
      shop: { price_display_time: 1, ad_display_time: 60 },
    });
    await page.waitForSelector('.ad.is-over', { timeout: 15_000 });
    const items = await page.$$eval('.strip__item', (all) => all.map(({ textContent }) => textContent));
    expect(items).toEqual(['22K GOLD(8g) Sell₹12,902', '22K GOLD(8g) Buy₹12,386']);
    expect(await page.evaluate(() => document.querySelector('.strip')!.scrollWidth <= innerWidth + 1)).toBe(true);
    await page.close();
  });

  it('says a long title in the strip whole: of two coins it may tell which one a price is of', async () => {
    tv.edge.ads.set('sale.png', (await plainImage('sale.png', '#123456')).content);
    const title = '22K Hallmark Gold Coin 10 gram';
    const page = await tv.open({
      cards: 4,
      ownRows: ['a', 'b'].map((id) => pricedRow(id, 99_999_999, { title: id === 'a' ? title : title.toUpperCase() })),
      ads: [advertisement('sale.png')],
      shop: { price_display_time: 1, ad_display_time: 60 },
    });
    await page.waitForSelector('.ad.is-over', { timeout: 15_000 });
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      const [some, cut] = await page.$$eval('.strip__item b, .strip__item span', (all) => {
        const clipped = all.filter((one) => getComputedStyle(one).overflow === 'hidden');
        const isCut = (one: Element) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
        return [clipped.length > 0, clipped.filter(isCut).map(({ textContent }) => textContent)];
      });
      expect([width, height, some, cut]).toEqual([width, height, true, []]);
    }
    await page.close();
  });

  it('shows nothing of the market when its list is empty', async () => {
    const page = await tv.open({ cards: 5, ownRows: [] });
    expect(await cardsOf(page)).toEqual([['Gold Coin 24K (8g)', '₹1,26,257']]);
    expect(await page.locator('.foot').textContent()).not.toContain('Import duty');
    await page.close();
  });
});

describe("the shop's own rows", () => {
  let page: Page;
  beforeAll(async () => {
    page = await tv.open({ cards: 4 });
    await unpainted(page);
  });
  afterAll(() => page.close());

  it.each(Object.entries(LISTS))('are laid out without a fault on every screen: %s', async (_name, ownRows) => {
    const faults: string[] = [];
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const layout of LAYOUTS)
        for (const fault of await tv.faults(page, { cards: 4, ownRows, layout }))
          faults.push(`${width}x${height} ${layout}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});
