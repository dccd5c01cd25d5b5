/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addShops, launchChromium, setAds, storeAds, until } from '@sarafa/testing';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { clip, plainImage } from './ad-files.js';
import { world, type World } from './world.js';

const PRICES_MS = 10_000;
/** Of which each is shown this often, until the browser has compiled what runs, and then this often again. */
const [ADS, WARM_UP, ROUNDS] = [3, 10, 20];

let w: World;
let browser: Browser;

beforeAll(async () => {
  [w, browser] = await Promise.all([world({}, true), launchChromium()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await w.end();
});

/** A board of three ads, whose time passes when it is told to. */
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
  await page.clock.install();
  await page.goto(`${w.product.url}/public-view/${shop}`);
  await page.waitForSelector('.stage');
  return page;
}

/** Shows that many ads, one after the other. */
async function pass(page: Page, count: number): Promise<void> {
  const isOver = () => page.evaluate(() => document.querySelector('.is-over') !== null);
  // By less than an image's second, so that none is missed.
  const passUntil = async (over: boolean) => {
    for (let steps = 0; (await isOver()) !== over; steps++) {
      if (steps > 60) throw new Error(`The board has ${over ? 'no ad' : 'an ad'} for a minute`);
      await page.clock.runFor(900);
    }
  };
  // A film's end isn't the clock's to bring.
  const endFilm = () =>
    page.evaluate(
      () =>
        new Promise<void>((done) => {
          const film = document.querySelector<HTMLVideoElement>('.is-shown video');
          if (!film) return done();
          film.addEventListener('ended', () => done());
          film.currentTime = film.duration - 0.05;
        }),
    );
  for (let turn = 0; turn < count; turn++) {
    // Most of the prices' time at once.
    await page.clock.runFor(PRICES_MS - 2_000);
    await passUntil(true);
    await endFilm();
    await passUntil(false);
  }
}

/** Nodes and bytes, the least of a round: a film that was shown last is let go of only by and by. */
async function kept(page: Page, devtools: CDPSession): Promise<{ nodes: number; bytes: number }> {
  let [nodes, bytes] = [Infinity, Infinity];
  for (let turn = 0; turn < ADS; turn++) {
    await pass(page, 1);
    for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
    nodes = Math.min(nodes, valueOf('Nodes'));
    bytes = Math.min(bytes, valueOf('JSHeapUsedSize'));
  }
  return { nodes, bytes };
}

it('a board takes no more memory, however many ads it has shown', async () => {
  const page = await openBoard();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await pass(page, ADS * WARM_UP);
  const before = await kept(page, devtools);
  await pass(page, ADS * ROUNDS);
  const after = await kept(page, devtools);
  // A film has more than a hundred nodes, with its controls, and one may still be on its way out. The heap tells all else.
  expect(after.nodes - before.nodes).toBeLessThan(ROUNDS * 20);
  expect(after.bytes - before.bytes).toBeLessThan(ADS * ROUNDS * 8_000);
}, 120_000);
