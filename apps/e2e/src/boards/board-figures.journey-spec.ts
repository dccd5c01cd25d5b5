import { describe, expect, it } from '@jest/globals';
import { figures, PRICES } from './board-edge/figures.js';
import { SCREENS } from './board-edge/screens.js';

const boards = figures();

describe('the figures of a board', () => {
  // Which sizes are planned is proved for all of these by the spec of the plan (fit-plan.spec.ts). Here each two of price,
  // screen, layout and number of cards meet; `long-board-figures` has all of them.
  it.each(PRICES)('of ₹%d never collide, are cut or overflow, on any screen in any layout', async (price) => {
    const page = await boards.open(price);
    const isIts = (turn: number) => PRICES[turn % PRICES.length] === price;
    expect(await boards.faults(page, price, SCREENS, isIts)).toEqual([]);
    await page.close();
  });

  it('of a crore and more fit a small screen too', async () => {
    const page = await boards.open(99_999_999);
    expect(await boards.faults(page, 99_999_999, [[800, 1100]])).toEqual([]);
    await page.close();
  });

  it('fit as well with a font that is wider than ours', async () => {
    const page = await boards.open(9_999_999, { withFonts: false });
    expect(await boards.faults(page, 9_999_999, [SCREENS[0], SCREENS[3]])).toEqual([]);
    await page.close();
  });
});
