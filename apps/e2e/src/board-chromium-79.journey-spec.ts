/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import type { Browser, Page } from 'puppeteer-core';
import { BoardEdge } from './board-edge/board-edge.js';
import { hasChromium79, launchChromium79 } from './board-edge/chromium-79.js';
import type { Scene } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';

const PICTURES = '.results/pictures';

(hasChromium79 ? describe : describe.skip)('the board in a real Chromium 79', () => {
  let edge: BoardEdge;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    // This browser's driver doesn't make the folder of a picture.
    await mkdir(PICTURES, { recursive: true });
    edge = await BoardEdge.start();
    browser = await launchChromium79({ width: 1920, height: 1080 });
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(edge.board);
    await page.waitForSelector('.cell');
  });
  afterAll(async () => {
    await browser.close();
    await edge.close();
  });

  const show = async (scene: Partial<Scene>, selector: string) => {
    edge.show(scene);
    await page.waitForSelector(selector);
    const count = scene.cards ?? 6;
    await until(() => page.evaluate((cards: number) => document.querySelectorAll('.cell').length === cards, count), 5_000);
  };

  it('is that browser', async () => {
    expect(await browser.version()).toBe('HeadlessChrome/79.0.3945.0');
  });

  it('shows its rates in our fonts, at the size of the design', async () => {
    expect(await page.$$eval('.price', (figures) => figures.map((figure) => figure.textContent))).toEqual([
      '₹1,57,821',
      '₹1,44,564',
      '₹1,18,366',
      '₹2,36,450',
      '₹1,26,257',
      '₹14,720',
    ]);
    expect(await page.evaluate(() => document.fonts.check('20px Archivo', '₹1'))).toBe(true);
    expect(await page.$eval('.price', (figure) => parseFloat(getComputedStyle(figure).fontSize))).toBeCloseTo(149, -1);
  });

  it.each([
    ['twelve-cards', { cards: 12 }, '.is-live'],
    ['longest', { cards: 12, price: 9_999_999 }, '.is-live'],
    ['vertical', { cards: 10, layout: 'vertical' }, '.board--vertical'],
    ['stale', { state: 'stale' }, '.is-stale'],
    ['sample', { state: 'sample' }, '.is-sample'],
  ] as [string, Partial<Scene>, string][])('lays out %s without a fault', async (name, scene, selector) => {
    await show(scene, selector);
    expect(await page.evaluate(faultsOfBoard)).toEqual([]);
    await page.screenshot({ path: `${PICTURES}/chromium-79-${name}.png` });
  });

  it('flashes a change', async () => {
    await show({ cards: 4, price: 157_821 }, '.is-live');
    edge.show({ cards: 4, price: 158_133 });
    await page.waitForSelector('.flash-up');
    expect(await page.$eval('.cell__move', (move) => move.textContent)).toBe('312');
    await page.screenshot({ path: `${PICTURES}/chromium-79-flash.png` });
    await until(() => page.evaluate(() => !document.querySelector('.flash-up')), 3_000);
  });

  it('has said nothing on the console', () => {
    expect(complaints).toEqual([]);
  });

  it('keeps its rates, marked with their time, when the server is gone', async () => {
    await edge.close();
    await page.waitForSelector('.is-offline', { timeout: 15_000 });
    expect(await page.$eval('.rail', (rail) => rail.textContent)).toMatch(/^Rate as of \d+:\d\d [ap]m No connection/);
    expect(await page.$$eval('.price', (figures) => figures.length)).toBe(4);
    await page.screenshot({ path: `${PICTURES}/chromium-79-offline.png` });
  });

  it('comes back from a power cut with no network', async () => {
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    await page.reload();
    await page.waitForSelector('.is-offline .cell');
    expect(await page.$$eval('.price', (figures) => figures.map((figure) => figure.textContent))).toEqual(
      Array(4).fill('₹1,58,133'),
    );
    expect(await page.evaluate(() => document.fonts.check('20px Archivo', '₹1'))).toBe(true);
    await page.screenshot({ path: `${PICTURES}/chromium-79-power-cut.png` });
  });
});
