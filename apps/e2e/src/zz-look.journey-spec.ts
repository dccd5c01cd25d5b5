/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { launchChromium, until } from '@sarafa/testing';
import type { Browser } from 'playwright-core';
import { BoardEdge } from './board-edge/board-edge.js';
import { twelvePairs, pairOf, pricedRow, type Scene } from './board-edge/fixtures.js';
import { faultsOfBoard } from './board-edge/measure-board.js';
import { LAYOUTS, SCREENS } from './board-edge/screens.js';
let edge: BoardEdge; let browser: Browser;
beforeAll(async () => { edge = await BoardEdge.start(); browser = await launchChromium(); });
afterAll(async () => { await browser.close(); await edge.close(); });
const day = { show_day_change: true };
const changes = [450, -450, 0, -1120.5];
const rows24 = twelvePairs.map((row, index) => ({ ...row, unit_grams: index + 1 }));
const list = { name: 'Bombay Bullion Association', set_at: new Date().toISOString() };
const longList = { name: 'The Indian Bullion and Jewellers Association of Zaveri Bazaar', set_at: new Date(Date.now() - 86_400_000).toISOString() };
const held = { since: new Date(Date.now() - 3_600_000).toISOString(), until: new Date(Date.now() + 3_600_000).toISOString() };
const SCENES: Record<string, Partial<Scene>> = {
  day4: { cards: 4, shop: day, changes },
  day6: { cards: 6, shop: day, changes },
  day12: { cards: 12, shop: day, changes },
  pairs4: { cards: 4, ownRows: twelvePairs.slice(0, 8), shop: day, changes },
  pairs12: { cards: 4, ownRows: twelvePairs, shop: day, changes },
  rows24: { cards: 4, ownRows: rows24, shop: day, changes },
  mixed: { cards: 7, ownRows: [...pairOf('a', 157_821), pricedRow('b', 14_456.5, { unit_grams: 1 }), pricedRow('d', 98_765, { side: 'buy', title: 'Old Gold Exchange, any purity (10g)' }), pricedRow('e', null, { metal: 'platinum' })], shop: day, changes: [1450, -10.5] },
  held: { cards: 4, state: 'held', held },
  listed: { cards: 4, state: 'listed', rateList: list },
  long: { cards: 4, state: 'listed', rateList: longList },
  stalelist: { cards: 4, state: 'stale', rateList: longList, lastUpdated: longList.set_at },
  heldsample: { cards: 4, state: 'held', held, source: 'Sample data' },
};
const only = process.env.ONLY?.split(',');
it('looks', async () => {
  const page = await browser.newPage({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  const all: string[] = [];
  for (const [name, scene] of Object.entries(SCENES)) {
    if (only && !only.includes(name)) continue;
    for (const layout of LAYOUTS) for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      edge.show({ ...scene, layout });
      await page.goto(edge.board);
      await page.waitForSelector('.cell');
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(() => new Promise((r) => setTimeout(r, 60)));
      for (const fault of await page.evaluate(faultsOfBoard)) all.push(`${name} ${width} ${layout}: ${fault}`);
      await page.screenshot({ path: `/tmp/look/${name}-${layout[0]}-${width}.jpg`, quality: 80 });
    }
  }
  console.log(all.join('\n') || 'no faults');
  expect(1).toBe(1);
}, 280_000);
