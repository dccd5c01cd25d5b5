/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import { launchChromium, type SignedInCaller, until } from '@sarafa/testing';
import type { Browser } from 'playwright-core';
import { exactRates } from './exact-rates.js';
import { seeded, wandering } from './seeded.js';
import { world, type World } from './world.js';

const QUOTES = 5;
const MARGINS = 50;

describe('a board in Chromium', () => {
  let w: World;
  let browser: Browser;
  let admin: SignedInCaller;

  beforeAll(async () => {
    [w, browser] = await Promise.all([world(), launchChromium()]);
    admin = await w.admin();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await w.end();
  });

  it('draws every figure as exact fractions give it, whatever the quote and the margins', async () => {
    const fields = { username: 'drawn', password: 'gold and silver', shop_name: 'Drawn' };
    const { user: shop } = (await admin.call('post', '/user/create', fields)).body as { user: ShopDashboard };
    expect((await admin.call('put', `/user/update/${shop.id}`, { dynamic_price_interval: 1 })).status).toBe(200);
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(`${w.product.url}/public-view/${shop.id}`);
    await page.waitForSelector('.cell--24');
    const random = seeded(20261122);
    const percent = () => Math.round(random() * 500) / 10;
    const next = wandering(random);
    const drawn = () =>
      page.evaluate(() =>
        ['.cell--24', '.cell--22', '.cell--18', '.cell--ag'].map(
          (cell) => document.querySelector(`${cell} .price`)?.textContent?.replace(/\s/g, '') ?? 'none',
        ),
      );
    for (let round = 0; round < QUOTES; round++) {
      const { gold, silver } = next();
      w.quote(gold, silver);
      for (let turn = 0; turn < MARGINS; turn++) {
        const margins = { gold_margin: percent(), silver_margin: percent(), sell_margin: percent(), buy_margin: 0 };
        expect((await admin.call('put', `/user/update/${shop.id}`, margins)).status).toBe(200);
        const { gold_24k, gold_22k, gold_18k, silver: silverRate } = exactRates(gold, silver, margins);
        const expected = [gold_24k, gold_22k, gold_18k, silverRate].map(({ sell }) => `₹${sell.toLocaleString('en-IN')}`);
        let found: string[] = [];
        await until(async () => (found = await drawn()).join() === expected.join(), 5_000, 10).catch(() => undefined);
        expect([gold, margins, found]).toEqual([gold, margins, expected]);
      }
    }
  }, 120_000);
});
