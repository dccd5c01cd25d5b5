/// <reference lib="dom" />
import { expect, it } from '@jest/globals';
import { fastForward, installClock, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { clip } from '../shared/ad-files.js';
import { advertisement } from './board-edge/fixtures.js';
import { todaysTv } from './board-edge/tv.js';

const FILM = 'clip.webm';
const tv = todaysTv();

const hasWorker = (page: Page) => until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));

it.each([
  ['there is a worker', false],
  ['the worker comes', true],
])('a film of which a part has come before it is kept, and %s, plays without a network once it is kept', async (_, isLate) => {
  let workerComes = () => {};
  tv.edge.line = new Promise((done) => (workerComes = done));
  tv.edge.slow = /^\/sw\.js/;
  tv.edge.isCut = false;
  tv.edge.ads.set(FILM, (await clip(FILM)).content);
  tv.edge.show({ shop: { price_display_time: 10 } });
  const screen = await tv.screen();
  const page = await screen.newPage();
  await installClock(page);
  await page.goto(tv.edge.board);
  await page.waitForSelector('.is-live .cell');
  if (!isLate) {
    workerComes();
    await hasWorker(page);
  }
  const comes = (selector: string) =>
    until(async () => {
      await fastForward(page, 1_000);
      return page.$(selector);
    });

  tv.edge.ranges.length = 0;
  tv.edge.stopsAds = true;
  tv.edge.show({ shop: { price_display_time: 10 }, ads: [advertisement(FILM)] });
  await comes('.admsg');
  expect(tv.edge.ranges).toContain('bytes=0-');

  workerComes();
  await hasWorker(page);
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
