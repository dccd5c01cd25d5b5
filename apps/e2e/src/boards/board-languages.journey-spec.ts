/// <reference lib="dom" />
import { beforeAll, expect, it } from '@jest/globals';
import { Language } from '@sarafa/contracts';
import type { Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { pairOf, pricedRow, type Scene } from './board-edge/fixtures.js';
import { LAYOUTS } from './board-edge/screens.js';
import { todaysTv, unpainted } from './board-edge/tv.js';

const OTHERS = Language.options.filter((language) => language !== 'en');
const SCREENS = [
  [390, 844],
  [800, 1280],
  [1440, 900],
  [1920, 1080],
] as const;
const CHANGES = [450, -450, 0, -1_120.5];
const SCENES: Record<string, Partial<Scene>> = {
  'the standard rows': { cards: 6, changes: CHANGES },
  'old rates': { cards: 12, state: 'stale' },
  'own rows': {
    cards: 5,
    ownRows: [
      ...pairOf('a', 157_821),
      pricedRow('b', 14_456.5, { unit_grams: 1 }),
      pricedRow('c', 168_624, { unit_grams: 11.6638 }),
      pricedRow('d', null, { metal: 'platinum', fineness: 950, unit_grams: 10 }),
      pricedRow('e', 92.5, { metal: 'silver', fineness: 925, unit_grams: 1, side: 'buy' }),
    ],
  },
};

const tv = todaysTv();
/** One for all texts, because an open board changes them too. */
let page: Page;
beforeAll(async () => {
  page = await tv.open({});
  await unpainted(page);
});

const SCENE_NAMES = Object.keys(SCENES);

/** The boards to look at. All of them together would be six times as many; each two of their properties meet (see below). */
const BOARDS = [
  ...OTHERS.map((language) => [language, null, 'latn'] as const),
  ...OTHERS.map((language) => [language, language === 'hi' ? 'en' : 'hi', 'native'] as const),
  ['en', 'ml', 'latn'] as const,
].map((texts, turn) => {
  const shown = SCREENS.map((screen, index) => ({
    screen,
    name: SCENE_NAMES[(turn + index) % SCENE_NAMES.length]!,
    layout: LAYOUTS[(turn + (index >> 1)) % LAYOUTS.length]!,
  }));
  return [...texts, shown] as const;
});

it('each of the texts, screens, rows and layouts is looked at with each other one', () => {
  const seen = BOARDS.flatMap(([language, second, numerals, shown]) =>
    shown.map(({ screen, name, layout }) => [`${language} ${second} ${numerals}`, `${screen}`, name, layout] as const),
  );
  for (const one of [0, 1, 2]) {
    for (const other of [1, 2, 3].filter((index) => index > one)) {
      const values = (index: number) => new Set(seen.map((board) => board[index])).size;
      const pairs = new Set(seen.map((board) => `${board[one]} | ${board[other]}`)).size;
      expect([one, other, pairs]).toEqual([one, other, values(one) * values(other)]);
    }
  }
});

it.each(BOARDS)('a board in %s, with %s and %s digits, has no fault with any rows, on any screen', async (...board) => {
  const [language, second, numerals, shown] = board;
  const faults: string[] = [];
  for (const { screen, name, layout } of shown) {
    const [width, height] = screen;
    const scene = SCENES[name];
    await page.setViewportSize({ width, height });
    const shop = { language, second_language: second, numerals, show_day_change: true };
    // The scripts of languages are loaded when the board is told of them.
    tv.edge.show({ ...scene, layout, shop });
    await page.waitForFunction(
      ([first, other]) =>
        document.documentElement.lang.startsWith(first) && (!other || document.querySelector(`.cell [lang^=${other}]`)),
      [language, second] as const,
    );
    for (const fault of await tv.faults(page, { ...scene, layout, shop }))
      faults.push(`${name}, ${width}x${height} ${layout}: ${fault}`);
    await picture(page, `${language}-${second}-${width}-${layout}`);
  }
  expect(faults).toEqual([]);
});

it('an open board changes its language within a second, and its rates stay', async () => {
  const page = await tv.open({ cards: 4 });
  expect(await page.locator('.cell__txt').first().innerText()).toContain('24K GOLD');
  const before = performance.now();
  tv.edge.show({ cards: 4, shop: { language: 'ta' } });
  await page.locator('.cell__txt', { hasText: '24 காரட் தங்கம்' }).first().waitFor({ timeout: 1_000 });
  expect(performance.now() - before).toBeLessThan(1_000);
  tv.edge.show({ cards: 4 });
  await page.locator('.cell__txt', { hasText: '24K GOLD' }).first().waitFor({ timeout: 1_000 });
  await page.close();
});

it('an open board changes its second language and its digits within a second, and its rates stay', async () => {
  const page = await tv.open({ cards: 4, shop: { language: 'hi' } });
  const seen = (text: string) => page.locator('.cell', { hasText: text }).first().waitFor({ timeout: 1_000 });
  await page.locator('.cell', { hasText: '24 कैरेट सोना' }).first().waitFor();
  const before = performance.now();
  tv.edge.show({ cards: 4, shop: { language: 'hi', second_language: 'ta', numerals: 'native' } });
  await Promise.all([seen('२४ कैरेट सोना'), seen('௨௪ காரட் தங்கம்'), seen('१,५७,८२१')]);
  expect(performance.now() - before).toBeLessThan(1_000);
  tv.edge.show({ cards: 4, shop: { language: 'hi' } });
  await seen('1,57,821');
  expect(await page.locator('.cell__txt[lang]').count()).toBe(0);
  await page.close();
});

it('a clock with digits of different widths stays where it is', async () => {
  const page = await tv.open({ cards: 4, shop: { language: 'ta', numerals: 'native' } });
  await page.locator('.clock .digit').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const places = await page.$$eval('.clock .digit, .price .digit', (digits) =>
    digits.map((digit) =>
      Math.round((digit.getBoundingClientRect().width / parseFloat(getComputedStyle(digit).fontSize)) * 100),
    ),
  );
  expect(new Set(places).size).toBe(1);
  // The widest digit of the font, which a place of the fallback font's width would cut.
  expect(places[0]).toBeGreaterThan(105);
  await page.close();
});
