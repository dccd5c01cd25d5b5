/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import type { Browser, Page } from 'puppeteer-core';
import { clip, plainImage } from './ad-files.js';
import { BoardEdge } from './board-edge/board-edge.js';
import { hasChromium79, launchChromium79 } from './board-edge/chromium-79.js';
import { advertisement, SHOP_ID } from './board-edge/fixtures.js';

const PICTURES = '.results/pictures';
/** This browser's build plays no H.264. */
const ADS = ['ring.webp', 'clip.webm'].map(advertisement);

(hasChromium79 ? describe : describe.skip)('ads in a real Chromium 79', () => {
  let edge: BoardEdge;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await mkdir(PICTURES, { recursive: true });
    edge = await BoardEdge.start();
    for (const { name, content } of [await plainImage('ring.webp', '#c9a227'), await clip('clip.webm')])
      edge.ads.set(name, content);
    edge.show({ cards: 0, ads: ADS, shop: { ad_display_time: 2 } });
    browser = await launchChromium79({ width: 1920, height: 1080 });
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(edge.board);
  });
  afterAll(async () => {
    await browser.close();
    await edge.close();
  });

  const imageIsShown = () => page.waitForSelector('.is-shown img', { timeout: 10_000 });
  const videoPlays = async () => {
    await page.waitForSelector('.is-shown video', { timeout: 10_000 });
    // This browser knows no `?.`.
    const time = () =>
      page.$$eval('.is-shown video', (films) => Math.max(0, ...films.map((film) => (film as HTMLVideoElement).currentTime)));
    await until(async () => (await time()) > 0.5, 5_000);
  };

  /** Of the frame that is shown: this browser's own pictures of a page leave its films out. */
  const brightest = () =>
    page.$eval('.is-shown video', (film) => {
      const canvas = document.createElement('canvas');
      const draw = canvas.getContext('2d')!;
      draw.drawImage(film as HTMLVideoElement, 0, 0, canvas.width, canvas.height);
      return Math.max(
        ...Array.from(draw.getImageData(0, 0, canvas.width, canvas.height).data.filter((_, index) => index % 4 === 1)),
      );
    });

  it('come one after the other', async () => {
    await imageIsShown();
    await videoPlays();
    expect(await brightest()).toBeGreaterThan(200);
    await imageIsShown();
  });

  it('leave the rates in a strip', async () => {
    edge.show({
      cards: 0,
      ads: ADS,
      layout: 'vertical',
      shop: { ad_display_time: 2, gold_24k_enabled: true, gold_22k_enabled: true },
    });
    await page.waitForSelector('.board--vertical .strip .price');
    await page.waitForSelector('.ad.is-over');
    // The ad comes over the rates within half a second: the picture is of the end of that.
    await until(() => page.evaluate(() => getComputedStyle(document.querySelector('.ad.is-over')!).opacity === '1'));
    await page.screenshot({ path: `${PICTURES}/chromium-79-strip.png` });
    edge.show({ cards: 0, ads: ADS, shop: { ad_display_time: 2 } });
    await page.waitForSelector('.is-shown');
  });

  it('have said nothing on the console', () => {
    expect(complaints).toEqual([]);
  });

  it('come without network too, after a power cut', async () => {
    const kept = () =>
      page.evaluate(async (name: string) => (await (await caches.open(name)).keys()).length, `sarafa-ads-${SHOP_ID}`);
    await until(async () => (await kept()) === 2, 10_000, 100);
    await edge.close();
    await page.reload();
    await imageIsShown();
    await videoPlays();
    await imageIsShown();
  });
});
