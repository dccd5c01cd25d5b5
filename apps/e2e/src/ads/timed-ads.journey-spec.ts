/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addShops,
  changeShop,
  fastForward,
  installClock,
  launchChromium,
  setAds,
  type StoredAd,
  storeAds,
  until,
} from '@sarafa/testing';
import type { Browser, Page } from 'playwright-core';
import { clip, plainImage } from '../shared/ad-files.js';
import { brightness, shownOn, watchScreen } from './watched-board.js';
import { harness, type Harness, QUICK } from '../shared/harness.js';

const PRICES_MS = 10_000;
const IMAGE_MS = 2_000;
/** The length of the clip. */
const FILM_MS = 2_000;
/** So much of the prices' time is skipped. In the rest, which passes by itself, the ad's file comes. */
const SKIPPED_MS = 7_000;
/** The tolerance for a moment in real time, in a browser that shares its processor. */
const SLACK_MS = 1_200;
/** A picture's time counts from when it is ready; the picture itself is seen from the next frame on, which may come late. */
const LATE_FRAME_MS = 500;
const TIMES = { price_display_time: PRICES_MS / 1_000, ad_display_time: IMAGE_MS / 1_000 };
/** The least `brightness` of the clip. The board's background has 10, and the middle of a cross-fade about 90. */
const FILM_DARKEST = 104;
const NO_ROWS = { gold_prices_enabled: false, silver_prices_enabled: false };

let w: Harness;
let browser: Browser;
let page: Page;
let shop: string;
const complaints: string[] = [];

beforeAll(async () => {
  [w, browser] = await Promise.all([harness({ withFiles: true, pace: QUICK }), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await w.end();
});
beforeEach(async () => {
  [shop] = (await addShops(w.db, [{ shop_name: 'Laxmi Jewellers', ...TIMES }])) as [string];
  await until(async () => (await w.get(`/prices/user/${shop}`)).ok);
  complaints.length = 0;
});
afterEach(() => page.context().close());

async function openPage(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await installClock(page);
  await page.addInitScript(watchScreen);
}

async function openBoard(): Promise<void> {
  await page.goto(`${w.product.url}/public-view/${shop}`);
  await page.waitForSelector('.stage, .over--idle, .ad.is-over');
}

/** Makes these the ads of the shop's boards. */
async function show(ads: readonly StoredAd[], changes = {}): Promise<void> {
  await setAds(w.db, shop, ads);
  if (Object.keys(changes).length) await changeShop(w.db, shop, changes);
  await until(async () => {
    const shown = (await (await w.get(`/advertisements/public/${shop}`)).json()) as { file_path: string }[];
    return shown.map(({ file_path }) => file_path).join() === ads.map(({ path }) => path).join();
  });
}

const shown = (ads: readonly StoredAd[]) => shownOn(page, ads);
const whats = async (ads: readonly StoredAd[]) => (await shown(ads)).map(({ what }) => what);
const see = (ads: readonly StoredAd[], what: string, times: number) =>
  until(async () => (await whats(ads)).filter((one) => one === what).length >= times);

const publicPaths = async () => {
  const ads = (await w.json(`/advertisements/public/${shop}`)) as unknown as { file_path: string }[];
  return ads.map(({ file_path }) => file_path);
};

describe("a board's ads", () => {
  it('come one after each ten seconds of prices, and go on without network after a reload', async () => {
    const ads = await storeAds(w.s3!, shop, [
      await plainImage('ring.webp', '#c9a227'),
      await clip('clip.mp4'),
      await clip('clip.webm'),
    ]);
    await show(ads);
    await openPage();
    await openBoard();
    // The time of the prices begins anew with the ads' script, which comes after the first rates.
    await page.waitForSelector('.ad', { state: 'attached' });
    for (const turn of [1, 2]) {
      await see(ads, 'prices', turn);
      await fastForward(page, SKIPPED_MS);
    }
    await see(ads, 'prices', 3);
    const cycle = (await shown(ads)).slice(0, 5);
    expect(cycle.map(({ what }) => what)).toEqual(['prices', 'ring.webp', 'prices', 'clip.mp4', 'prices']);
    const [first, image, second, video] = cycle.map(({ ms }) => ms) as [number, number, number, number];
    // The first prices are on screen for as long as the ads' script takes to come, and then for their time.
    expect(first).toBeGreaterThan(PRICES_MS - LATE_FRAME_MS);
    expect(first).toBeLessThan(2 * PRICES_MS);
    for (const [ms, least] of [
      [image, IMAGE_MS],
      [second, PRICES_MS],
    ] as const) {
      expect(ms).toBeGreaterThan(least - LATE_FRAME_MS);
      expect(ms).toBeLessThan(least + SLACK_MS);
    }
    // The video played from its first frame to its last.
    expect(video).toBeGreaterThan(FILM_MS - LATE_FRAME_MS);
    expect(complaints).toEqual([]);

    const kept = () =>
      page.evaluate(
        async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        `sarafa-ads-${shop}`,
      );
    await until(async () => (await kept()).length === 3);
    await fastForward(page, 1_200);
    await w.product.stop('SIGKILL');
    // Only what the board has kept itself is available now.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    const ranges: boolean[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 206) ranges.push(answer.fromServiceWorker());
    });
    await page.reload();
    await fastForward(page, 5_000);
    await page.waitForSelector('.is-offline .cell');
    for (const name of ['ring.webp', 'clip.mp4', 'clip.webm']) {
      // In steps, because the prices' time may begin after the first of them.
      await until(async () => {
        if ((await whats(ads)).includes(name)) return true;
        await fastForward(page, 1_000);
        return false;
      });
      const time = () => page.evaluate(() => document.querySelector<HTMLVideoElement>('.is-shown video')?.currentTime ?? 1);
      await until(async () => (await time()) > 0.5);
      await page.waitForSelector('.ad:not(.is-over)', { state: 'attached' });
    }
    expect((await whats(ads)).filter((what) => what !== 'prices')).toEqual(['ring.webp', 'clip.mp4', 'clip.webm']);
    expect(ranges.length).toBeGreaterThanOrEqual(2);
    expect(ranges.every(Boolean)).toBe(true);
    await w.product.start();
  });

  it('say that a video failed for five seconds, and the next one comes', async () => {
    const broken = { name: 'broken.mp4', content: Buffer.from('no film at all '.repeat(100)) };
    const ads = await storeAds(w.s3!, shop, [broken, await plainImage('ring.webp', '#c9a227')]);
    await show(ads);
    await openPage();
    await openBoard();
    // In steps, because the ad's file takes real time to come, and without it the rates stay for another turn.
    await until(async () => {
      await fastForward(page, 1_000);
      return page.getByText('Video failed to load').isVisible();
    });
    expect(await page.getByRole('button', { name: 'Skip Video' }).isVisible()).toBe(true);
    await fastForward(page, 2_000);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await until(async () => (await whats(ads)).filter((what) => what === 'Video failed to load').length === 2);
    await fastForward(page, 3_000);
    await see(ads, 'ring.webp', 1);
    const failed = (await shown(ads)).filter(({ what }) => what === 'Video failed to load').pop()!;
    expect(failed.ms).toBeGreaterThan(5_000 - LATE_FRAME_MS);
    expect(failed.ms).toBeLessThan(5_000 + SLACK_MS);
    await see(ads, 'prices', 2);
  });

  it('are not disturbed by a push in the middle of one', async () => {
    const ads = await storeAds(w.s3!, shop, [await clip('clip.webm'), await plainImage('ring.webp', '#c9a227')]);
    await show(ads, NO_ROWS);
    await openPage();
    await openBoard();
    const film = page.locator('.is-shown video');
    // A slow film is still playing when the push comes, however slow the machine is.
    await film.evaluate((element: HTMLVideoElement) => void Object.assign(element, { mark: 'the same', playbackRate: 0.1 }));
    const time = () =>
      film.evaluate(
        (element: HTMLVideoElement & { mark?: string }) => [element.currentTime, element.mark, element.paused] as const,
      );
    const [before] = await time();
    await show(ads, { ad_display_time: 20, price_display_time: 30, shop_name: 'Laxmi & Sons', default_mute_state: false });
    await until(async () => (await page.title()).startsWith('Laxmi & Sons'));
    const [after, mark, isPaused] = await time();
    expect(mark).toBe('the same');
    expect(isPaused).toBe(false);
    expect(after).toBeGreaterThan(before);
    await film.evaluate((element: HTMLVideoElement) => void (element.playbackRate = 1));
    await see(ads, 'ring.webp', 1);
    // With the current time for images, and the order from the current place.
    await setAds(w.db, shop, [...ads].reverse());
    // The gateway tells boards when it answers so itself, and what boards are told comes within milliseconds.
    await until(async () => (await publicPaths())[0] === ads[1]!.path);
    await page.waitForTimeout(300);
    await fastForward(page, IMAGE_MS + 1_000);
    expect(await whats(ads)).toEqual(['clip.webm', 'ring.webp']);
    await setAds(w.db, shop, [ads[0]!]);
    await see(ads, 'clip.webm', 2);
  });

  it('follow each other without a dark moment, whenever the next one comes', async () => {
    const ads = await storeAds(w.s3!, shop, [
      await plainImage('white.webp', '#ffffff'),
      await clip('clip.mp4'),
      await plainImage('yellow.webp', '#ffee88'),
    ]);
    await show(ads, { ...NO_ROWS, ad_display_time: 1 });
    await openPage();
    await openBoard();
    await see(ads, 'white.webp', 1);
    await page.waitForTimeout(700);
    // The frames that the screencast brings, in place of pictures now and then.
    const frames: Promise<number>[] = [];
    const session = await page.context().newCDPSession(page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      frames.push(brightness(Buffer.from(data, 'base64')));
      void session.send('Page.screencastFrameAck', { sessionId });
    });
    await session.send('Page.startScreencast', { format: 'jpeg', maxWidth: 320, maxHeight: 180 });
    await see(ads, 'clip.mp4', 2);
    await session.send('Page.stopScreencast');
    expect(frames.length).toBeGreaterThan(10);
    expect(Math.min(...(await Promise.all(frames)))).toBeGreaterThan(FILM_DARKEST * 0.6);
    const cycle = await whats(ads);
    expect(cycle.slice(0, 5)).toEqual(['white.webp', 'clip.mp4', 'yellow.webp', 'white.webp', 'clip.mp4']);
    expect(cycle).not.toContain('blank');
    expect(cycle).not.toContain('idle');
  });

  it('stay until the next one is decoded, however long that takes', async () => {
    const ads = await storeAds(w.s3!, shop, [
      await plainImage('white.webp', '#ffffff'),
      await plainImage('yellow.webp', '#ffee88'),
    ]);
    await openPage();
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.context().route(`**${ads[1]!.path}`, async (route) => {
      await held;
      await route.continue();
    });
    await show(ads, { ...NO_ROWS, ad_display_time: 1 });
    await openBoard();
    const light = async () => brightness(await page.screenshot({ type: 'jpeg' }));
    await until(async () => (await light()) > 200);
    await fastForward(page, 4_000);
    expect(await light()).toBeGreaterThan(200);
    expect(await whats(ads)).toEqual(['white.webp']);
    answer();
    await see(ads, 'yellow.webp', 1);
  });
});
