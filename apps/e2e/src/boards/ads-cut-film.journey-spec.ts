/// <reference lib="dom" />
import { expect, it } from '@jest/globals';
import { fastForward, installClock, until } from '@sarafa/testing';
import { clip } from '../shared/ad-files.js';
import { advertisement } from './board-edge/fixtures.js';
import { todaysTv } from './board-edge/tv.js';

const FILM = 'clip.webm';
const tv = todaysTv();

it('a film that stopped coming at its first turn is asked for by its range, and plays without a network once it is kept', async () => {
  tv.edge.ads.set(FILM, (await clip(FILM)).content);
  tv.edge.show({ shop: { price_display_time: 10 } });
  const screen = await tv.screen();
  const page = await screen.newPage();
  await installClock(page);
  await page.goto(tv.edge.board);
  await page.waitForSelector('.is-live .cell');
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  const comes = (selector: string) =>
    until(async () => {
      await fastForward(page, 1_000);
      return page.$(selector);
    });

  tv.edge.stopsAds = true;
  tv.edge.show({ shop: { price_display_time: 10 }, ads: [advertisement(FILM)] });
  await comes('.admsg');
  expect(tv.edge.ranges).toContain('bytes=0-');

  tv.edge.stopsAds = false;
  await until(async () => {
    await fastForward(page, 1_000);
    return page.evaluate((path) => caches.match(path, { ignoreVary: true }).then(Boolean), `/media/ads/${FILM}`);
  });
  tv.edge.isCut = true;
  tv.edge.breakStreams();
  await comes('.is-shown video');
  await screen.close();
});
