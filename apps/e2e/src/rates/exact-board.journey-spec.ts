/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import { launchChromium, type SignedInCaller, until } from '@sarafa/testing';
import type { Browser, Frame } from 'playwright-core';
import { exactRates } from '../shared/exact-rates.js';
import { seeded, wandering } from './seeded.js';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

/** Each shop's board has four figures. That all rates are exact is proved without a browser, by `exact-rates`. */
const SHOPS = 3;
const QUOTES = 5;

describe('a board in Chromium', () => {
  let w: Harness;
  let browser: Browser;
  let admin: SignedInCaller;

  beforeAll(async () => {
    [w, browser] = await Promise.all([harness({ pace: LIVELY }), launchChromium()]);
    admin = await w.admin();
  });
  afterAll(async () => {
    await browser.close();
    await w.end();
  });

  /** Shows boards as signage does: in frames of one page, the first of which is sandboxed without the board's origin. */
  const sideBySide = async (shops: readonly { id: string }[]): Promise<Frame[]> => {
    const context = await browser.newContext({ viewport: { width: 1920, height: 320 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const address = (id: string) => `${w.product.url}/public-view/${id}`;
    const frames = shops.map(({ id }, index) => {
      const sandbox = index === 0 ? 'sandbox="allow-scripts"' : '';
      return `<iframe ${sandbox} width="360" height="300" src="${address(id)}"></iframe>`;
    });
    await page.route('**/wall', (route) => route.fulfill({ contentType: 'text/html', body: frames.join('') }));
    await page.goto(`${w.product.url}/wall`);
    return shops.map(({ id }) => page.frame({ url: address(id) })!);
  };

  it('draws every figure as exact fractions give it, whatever the quote and the margins', async () => {
    const random = seeded(20261122);
    const percent = () => Math.round(random() * 500) / 10;
    const makeShop = async (index: number) => {
      const margins = { gold_margin: percent(), silver_margin: percent(), sell_margin: percent(), buy_margin: 0 };
      const fields = { username: `drawn.${index}`, password: 'gold and silver', shop_name: `Drawn ${index}` };
      const { user } = (await admin.call('post', '/user/create', fields)).body as { user: ShopDashboard };
      const change = { ...margins, dynamic_price_interval: 1 };
      expect((await admin.call('put', `/user/update/${user.id}`, change)).status).toBe(200);
      return { id: user.id, margins };
    };
    const shops = await Promise.all([...Array(SHOPS).keys()].map(makeShop));
    const boards = await sideBySide(shops);
    await Promise.all(boards.map((board) => board.waitForSelector('.cell--24')));
    const next = wandering(random);
    let cases = 0;
    for (let round = 0; round < QUOTES; round++) {
      const { gold, silver } = next();
      w.quote(gold, silver);
      const expected = shops.map(({ margins }) => {
        const { gold_24k, gold_22k, gold_18k, silver: silverRate } = exactRates(gold, silver, margins);
        return [gold_24k, gold_22k, gold_18k, silverRate].map(({ sell }) => `₹${sell.toLocaleString('en-IN')}`);
      });
      const found: string[][] = [];
      // One after the other, because checking all of them repeatedly takes longer than drawing them.
      for (const [index, board] of boards.entries()) {
        const isDrawn = async () => (found[index] = await board.evaluate(figures)).join() === expected[index]!.join();
        await until(isDrawn, 5_000, 50).catch(() => undefined);
      }
      expect([gold, silver, found]).toEqual([gold, silver, expected]);
      cases += found.flat().length;
    }
    expect(cases).toBe(60);
  });
});

function figures(): string[] {
  return ['.cell--24', '.cell--22', '.cell--18', '.cell--ag'].map(
    (cell) => document.querySelector(`${cell} .price`)?.textContent?.replace(/\s/g, '') ?? 'none',
  );
}
