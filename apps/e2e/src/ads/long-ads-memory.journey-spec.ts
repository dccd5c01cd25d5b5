/** @first */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  addShops,
  installClock,
  launchChromium,
  memoryOf,
  memorySession,
  type PageMemory,
  runFor,
  setAds,
  showAds,
  storeAds,
  until,
} from '@sarafa/testing';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { clip, plainImage } from '../shared/ad-files.js';
import { harness, type Harness } from '../shared/harness.js';

const PRICES_MS = 10_000;
/**
 * The number of ads, and how often each is shown until the browser has compiled the code (the number of objects is steady after
 * about twenty rounds), in a measurement, and between the two measurements.
 */
const [ADS, WARM_UP, MEASURED, ROUNDS] = [3, 30, 8, 20];
/** Less than one small object for each ad shown between the two measurements. */
const MOST_OBJECTS = ((MEASURED + ROUNDS) * ADS) / 2;
/** For growth that is no object, such as long texts. The browser's compiled code varies by tens of kB. */
const MOST_BYTES = 3_000 * (MEASURED + ROUNDS) * ADS;

const FIGURES = ['heap', 'objects', 'nodes', 'listeners', 'videos', 'players'] as const;

let w: Harness;
let browser: Browser;

beforeAll(async () => {
  [w, browser] = await Promise.all([harness({ withFiles: true }), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await w.end();
});

/** A board with three ads whose time the spec controls. */
async function openBoard(): Promise<Page> {
  const [shop] = (await addShops(w.db, [{ price_display_time: PRICES_MS / 1_000, ad_display_time: 1 }])) as [string];
  const files = [
    await plainImage('white.webp', '#ffffff'),
    await clip('clip.webm'),
    await plainImage('yellow.webp', '#ffee88'),
  ];
  await setAds(w.db, shop, await storeAds(w.s3!, shop, files));
  await until(async () => {
    const answer = await w.get(`/advertisements/public/${shop}`);
    return answer.ok && ((await answer.json()) as unknown[]).length === ADS;
  });
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  await installClock(page);
  await page.goto(`${w.product.url}/public-view/${shop}`);
  await page.waitForSelector('.stage');
  return page;
}

/** The least of each figure over several rounds, because in some rounds an ad that has just left is still in memory. */
async function kept(page: Page, session: CDPSession): Promise<PageMemory> {
  const points: PageMemory[] = [];
  for (let round = 0; round < MEASURED; round++) {
    await showAds(page, ADS, PRICES_MS);
    // The last ad leaves the page when it has faded out.
    await runFor(page, 1_000);
    points.push(await memoryOf(session));
  }
  const least = (name: keyof PageMemory) => Math.min(...points.map((point) => point[name]));
  return Object.fromEntries(FIGURES.map((name) => [name, least(name)])) as Record<keyof PageMemory, number>;
}

it('a board takes no more memory, however many ads it has shown', async () => {
  const page = await openBoard();
  const session = await memorySession(page);
  await showAds(page, ADS * WARM_UP, PRICES_MS);
  const before = await kept(page, session);
  await showAds(page, ADS * ROUNDS, PRICES_MS);
  const after = await kept(page, session);
  expect(after.objects - before.objects).toBeLessThan(MOST_OBJECTS);
  expect(after.nodes - before.nodes).toBeLessThan(MOST_OBJECTS);
  expect(after.listeners - before.listeners).toBeLessThan(MOST_OBJECTS);
  expect(after.heap - before.heap).toBeLessThan(MOST_BYTES);
  expect(after.videos).toBeLessThanOrEqual(1);
  // A busy machine takes three seconds for a round.
});
