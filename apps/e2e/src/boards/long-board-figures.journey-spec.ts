import { expect, it } from '@jest/globals';
import { figures, PRICES } from './board-edge/figures.js';

const boards = figures();

it.each(PRICES)('figures of ₹%d never collide, are cut or overflow, on any screen in any layout', async (price) => {
  const page = await boards.open(price);
  expect(await boards.faults(page, price)).toEqual([]);
  await page.close();
});
