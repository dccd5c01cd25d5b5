/// <reference lib="dom" />
import { groupRupees } from '@sarafa/domain';
import type { Page } from 'playwright-core';
import { LAYOUTS, SCREENS } from './screens.js';
import { todaysTv, unpainted } from './tv.js';

/** The shortest figure, which is the highest, a usual one, and the longest one of a whole board. */
export const PRICES: readonly number[] = [9, 157_821, 9_999_999];
const COUNTS: readonly number[] = Array.from({ length: 12 }, (_, index) => index + 1);

type ScreenSize = readonly [width: number, height: number];

/** Boards on which figures are measured, for all journeys of a file. */
export function figures() {
  const tv = todaysTv();
  return {
    async open(price: number, { withFonts = true } = {}): Promise<Page> {
      const page = await tv.page();
      if (!withFonts) await page.route('**/*.woff2', (route) => route.abort());
      tv.edge.show({ price });
      await page.goto(tv.edge.board);
      await page.waitForSelector('.cell');
      await unpainted(page);
      return page;
    },
    /**
     * Shows each number of cards in each layout on each screen, and answers all faults. Those that `isLookedAt` are numbered so that
     * each third of them has each number of cards, each layout and each screen. The price of a page stays, because a change flashes.
     */
    async faults(
      page: Page,
      price: number,
      screens: readonly ScreenSize[] = SCREENS,
      isLookedAt: (turn: number) => boolean = () => true,
    ): Promise<string[]> {
      const faults: string[] = [];
      for (const [index, [width, height]] of screens.entries()) {
        await page.setViewportSize({ width, height });
        for (const [turn, layout] of LAYOUTS.entries())
          for (const cards of COUNTS.filter((count) => isLookedAt(count + index + turn)))
            for (const fault of [
              ...(await tv.faults(page, { cards, price, layout })),
              ...(await otherThan(page, cards, layout === 'vertical' && width >= 768)),
            ])
              faults.push(`${width}x${height} ${layout}, ${cards} cards of ₹${groupRupees(price)}: ${fault}`);
      }
      return faults;
    },
  };
}

/** What is shown in place of this many cards, turned or not. */
async function otherThan(page: Page, cards: number, isTurned: boolean): Promise<string[]> {
  const [shown, turned] = await page.evaluate(
    () => [document.querySelectorAll('.cell').length, document.querySelector('.board--vertical') !== null] as const,
  );
  return shown === cards && turned === isTurned ? [] : [`${shown} cards are shown, ${turned ? '' : 'not '}turned`];
}
