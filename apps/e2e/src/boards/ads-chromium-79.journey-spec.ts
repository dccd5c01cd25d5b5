/// <reference lib="dom" />
import { expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { clip, plainImage } from '../shared/ad-files.js';
import { onOldTv } from '../shared/chromium-79.js';
import { oldTv } from './board-edge/old-tv.js';
import { advertisement, SHOP_ID } from './board-edge/fixtures.js';

/** This build of the browser plays no H.264. */
const ADS = ['ring.webp', 'clip.webm'].map(advertisement);

onOldTv('ads in a real Chromium 79', () => {
  const tv = oldTv(async (edge) => {
    for (const { name, content } of [await plainImage('ring.webp', '#c9a227'), await clip('clip.webm')])
      edge.ads.set(name, content);
    edge.show({ cards: 0, ads: ADS, shop: { ad_display_time: 2 } });
  });

  const imageIsShown = () => tv.page.waitForSelector('.is-shown img', { timeout: 10_000 });
  const videoPlays = async () => {
    await tv.page.waitForSelector('.is-shown video', { timeout: 10_000 });
    // This browser doesn't support `?.`.
    const time = () =>
      tv.page.$$eval('.is-shown video', (films) => Math.max(0, ...films.map((film) => (film as HTMLVideoElement).currentTime)));
    await until(async () => (await time()) > 0.5, 5_000);
  };

  /** Of the video frame that is shown, because this browser's screenshots leave videos out. */
  const brightest = () =>
    tv.page.$eval('.is-shown video', (film) => {
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
    tv.edge.show({
      cards: 0,
      ads: ADS,
      layout: 'vertical',
      shop: { ad_display_time: 2, gold_24k_enabled: true, gold_22k_enabled: true },
    });
    await tv.page.waitForSelector('.board--vertical .strip .price');
    await tv.page.waitForSelector('.ad.is-over');
    // The ad fades in over half a second; the screenshot is taken at the end of that.
    await until(() => tv.page.evaluate(() => getComputedStyle(document.querySelector('.ad.is-over')!).opacity === '1'));
    await tv.picture('strip');
    tv.edge.show({ cards: 0, ads: ADS, shop: { ad_display_time: 2 } });
    await tv.page.waitForSelector('.is-shown');
  });

  it('have said nothing on the console', () => {
    expect(tv.complaints).toEqual([]);
  });

  it('come without network too, after a power cut', async () => {
    const kept = () =>
      tv.page.evaluate(async (name: string) => (await (await caches.open(name)).keys()).length, `sarafa-ads-${SHOP_ID}`);
    await until(async () => (await kept()) === 2, 10_000, 100);
    // A board keeps what it shows some moments later.
    const layout = () =>
      tv.page.evaluate(
        (name: string) => JSON.parse(localStorage.getItem(name)!).profile.layout_orientation as string,
        `sarafa.board.v1.${SHOP_ID}`,
      );
    await until(async () => (await layout()) === 'horizontal', 10_000, 100);
    await tv.edge.close();
    await tv.page.reload();
    await imageIsShown();
    await videoPlays();
    await imageIsShown();
  });
});
