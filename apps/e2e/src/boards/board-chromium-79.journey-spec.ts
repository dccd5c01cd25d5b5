/// <reference lib="dom" />
import { beforeAll, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { onOldTv } from '../shared/chromium-79.js';
import { oldTv, SEEN_CELL } from './board-edge/old-tv.js';
import { pairOf, type Scene, twelvePairs } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';

const HELD = { since: new Date().toISOString(), until: new Date(Date.now() + 3_600_000).toISOString() };
const LIST = { name: 'Bombay Bullion Association of Zaveri Bazaar', set_at: new Date(Date.now() - 86_400_000).toISOString() };

onOldTv('the board in a real Chromium 79', () => {
  const tv = oldTv();
  beforeAll(() => tv.page.waitForSelector(SEEN_CELL));

  const show = async (scene: Partial<Scene>, selector: string) => {
    tv.edge.show(scene);
    await tv.page.waitForSelector(selector);
    const count = scene.cards ?? 6;
    await until(() => tv.page.evaluate((cards: number) => document.querySelectorAll('.cell').length === cards, count), 5_000);
  };

  it('is that browser', async () => {
    expect(await tv.browser.version()).toBe('HeadlessChrome/79.0.3945.0');
  });

  it('shows its rates in our fonts, at the size of the design', async () => {
    expect(await tv.page.$$eval('.price', (figures) => figures.map((figure) => figure.textContent))).toEqual([
      '₹1,57,821',
      '₹1,44,564',
      '₹1,18,366',
      '₹2,36,450',
      '₹1,26,257',
      '₹14,720',
    ]);
    expect(await tv.page.evaluate(() => document.fonts.check('20px Archivo', '₹1'))).toBe(true);
    expect(await tv.page.$eval('.price', (figure) => parseFloat(getComputedStyle(figure).fontSize))).toBeCloseTo(149, -1);
  });

  it.each([
    ['twelve-cards', { cards: 12 }, '.is-live'],
    ['longest', { cards: 12, price: 9_999_999 }, '.is-live'],
    ['vertical', { cards: 10, layout: 'vertical' }, '.board--vertical'],
    ['stale', { state: 'stale' }, '.is-stale'],
    ['sample', { state: 'sample' }, '.is-sample'],
    ['held', { state: 'held', held: HELD }, '.is-held'],
    ['listed', { state: 'listed', rateList: LIST }, '.is-listed'],
    ['listed-vertical', { cards: 10, state: 'listed', rateList: LIST, layout: 'vertical' }, '.is-listed.board--vertical'],
  ] as [string, Partial<Scene>, string][])('lays out %s without a fault', async (name, scene, selector) => {
    await show(scene, selector);
    expect(await tv.page.evaluate(faultsOfBoard)).toEqual([]);
    await tv.picture(name);
  });

  it.each([
    ['four-pairs', { cards: 4, ownRows: twelvePairs.slice(0, 8) }, 4],
    ['twelve-pairs', { cards: 4, ownRows: twelvePairs }, 12],
    ['pairs-and-rows', { cards: 7, ownRows: [...twelvePairs.slice(0, 4), ...twelvePairs.slice(4, 8).reverse()] }, 7],
    ['one-pair', { cards: 4, ownRows: pairOf('a', 157_821), layout: 'vertical' }, 1],
  ] as [string, Partial<Scene>, number][])("lays out the shop's own rows, %s, without a fault", async (name, scene, cards) => {
    tv.edge.show(scene);
    await until(() => tv.page.evaluate((count: number) => document.querySelectorAll('.cell').length === count, cards), 5_000);
    expect(await tv.page.$$eval('.price__side', (sides) => sides.length)).toBeGreaterThan(1);
    expect(await tv.page.evaluate(faultsOfBoard)).toEqual([]);
    await tv.picture(name);
  });

  it.each([
    ['day', { cards: 4 }, 4],
    ['day-twelve-cards', { cards: 12 }, 12],
    ['day-twelve-pairs', { cards: 4, ownRows: twelvePairs }, 12],
    ['day-vertical', { cards: 10, layout: 'vertical' }, 10],
  ] as [string, Partial<Scene>, number][])(
    'lays out what prices have changed by today, %s, without a fault',
    async (name, scene, cards) => {
      tv.edge.show({ ...scene, shop: { show_day_change: true }, changes: [450, -1_120.5] });
      await until(() => tv.page.evaluate((count: number) => document.querySelectorAll('.cell').length === count, cards), 5_000);
      await tv.page.waitForSelector('.day--up');
      expect(await tv.page.evaluate(faultsOfBoard)).toEqual([]);
      const said = await tv.page.$$eval('.day--up', (days) => days.map((day) => (day as HTMLElement).innerText));
      expect(new Set(said)).toEqual(new Set(['▲ ₹450 today']));
      await tv.picture(name);
    },
  );

  it('flashes a change', async () => {
    await show({ cards: 4, price: 157_821 }, '.is-live');
    // The scene before may have had other prices in these cells, which flash too.
    await until(() => tv.page.evaluate(() => document.querySelector('.price')!.textContent === '₹1,57,821'));
    await until(() => tv.page.evaluate(() => !document.querySelector('.flash-up, .flash-down')), 3_000);
    tv.edge.show({ cards: 4, price: 158_133 });
    await tv.page.waitForSelector('.flash-up');
    expect(await tv.page.$eval('.cell__change', (move) => move.textContent)).toBe('312');
    await tv.picture('flash');
    await until(() => tv.page.evaluate(() => !document.querySelector('.flash-up')), 3_000);
  });

  it('has said nothing on the console', () => {
    expect(tv.complaints).toEqual([]);
  });

  it('keeps its rates, marked with their time, when the server is gone', async () => {
    await tv.edge.close();
    await tv.page.waitForSelector('.is-offline', { timeout: 15_000 });
    expect(await tv.page.$eval('.rail', (rail) => rail.textContent)).toMatch(/^Rate as of \d+:\d\d [ap]m No connection/);
    expect(await tv.page.$$eval('.price', (figures) => figures.length)).toBe(4);
    await tv.picture('offline');
  });

  it('comes back from a power cut with no network', async () => {
    expect(await tv.page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    await tv.page.reload();
    await tv.page.waitForSelector(`.is-offline ${SEEN_CELL}`);
    expect(await tv.page.$$eval('.price', (figures) => figures.map((figure) => figure.textContent))).toEqual(
      Array(4).fill('₹1,58,133'),
    );
    expect(await tv.page.evaluate(() => document.fonts.check('20px Archivo', '₹1'))).toBe(true);
    await tv.picture('power-cut');
  });
});
