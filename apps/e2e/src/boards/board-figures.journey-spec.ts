/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { groupRupees } from '@sarafa/domain';
import { until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { faultsOfBoard } from './board-edge/measure-board.js';
import { LAYOUTS, SCREENS } from './board-edge/screens.js';
import { todaysTv, unpainted } from './board-edge/tv.js';

const PRICES = [9, 157_821, 9_999_999];

const tv = todaysTv();

async function openBoard(price: number, options: { withFonts: boolean }): Promise<Page> {
  const page = await tv.page();
  if (!options.withFonts) await page.route('**/*.woff2', (route) => route.abort());
  tv.edge.show({ cards: 12, price });
  await page.goto(tv.edge.board);
  await page.waitForSelector('.cell');
  await unpainted(page);
  return page;
}

/** Shows each number of cards in each layout on each screen, and answers all faults. */
async function faultsOfAll(page: Page, price: number, screens: readonly (readonly [number, number])[]): Promise<string[]> {
  const faults: string[] = [];
  let seen = 0;
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    for (const layout of LAYOUTS)
      for (let cards = 1; cards <= 12; cards++) {
        tv.edge.show({ cards, price, layout });
        const isTurned = layout === 'vertical' && width >= 768;
        await until(
          () =>
            page.evaluate(
              ([count, turned]) =>
                document.querySelectorAll('.cell').length === count &&
                Boolean(document.querySelector('.board--vertical')) === turned,
              [cards, isTurned] as const,
            ),
          5_000,
        );
        // After a resize the board is fitted in the next frame.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        for (const fault of await page.evaluate(faultsOfBoard))
          faults.push(`${width}x${height} ${layout}, ${cards} cards of ₹${groupRupees(price)}: ${fault}`);
        seen++;
      }
  }
  expect(seen).toBe(screens.length * LAYOUTS.length * 12);
  return faults;
}

describe('the figures of a board', () => {
  it.each(PRICES)('of ₹%d never collide, are cut or overflow, on any screen in any layout', async (price) => {
    const page = await openBoard(price, { withFonts: true });
    expect(await faultsOfAll(page, price, SCREENS)).toEqual([]);
    await page.close();
  });

  it('of a crore and more fit a small screen too', async () => {
    const page = await openBoard(99_999_999, { withFonts: true });
    expect(await faultsOfAll(page, 99_999_999, [[800, 1100]])).toEqual([]);
    await page.close();
  });

  it('fit as well with a font that is wider than ours', async () => {
    const page = await openBoard(9_999_999, { withFonts: false });
    expect(await faultsOfAll(page, 9_999_999, [SCREENS[0], SCREENS[3]])).toEqual([]);
    await page.close();
  });
});
