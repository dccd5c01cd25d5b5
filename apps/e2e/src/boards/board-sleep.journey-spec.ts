/// <reference lib="dom" />
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fastForward, installClock, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import { NIGHT_MS, shownAfter, stopForTheNight, suspend, watchNight } from './board-edge/sleep.js';
import { todaysTv } from './board-edge/tv.js';

/** The requests of one round of polls. */
const ROUND = 6;

const tv = todaysTv();
beforeEach(() => {
  tv.edge.isCut = false;
  tv.edge.lost = 0;
  tv.edge.hasStreams = true;
  tv.edge.show({ price: 157_821 });
});

async function liveBoard(isSteadyMoved = false): Promise<Page> {
  const page = await tv.page([1280, 720]);
  await installClock(page);
  await page.addInitScript(watchNight, [NIGHT_MS, isSteadyMoved] as const);
  await page.goto(tv.edge.board);
  await page.waitForSelector('.is-live .cell');
  return page;
}

/**
 * Expects that the old rate isn't live once the board has looked at its clocks, and that the new rate is live as soon as it
 * comes.
 */
async function expectHonestMorning(page: Page): Promise<void> {
  await until(async () => (await shownAfter(page)).length > 0, 10_000, 50);
  expect(await shownAfter(page)).not.toContain('live');
  // Also not while its requests fail: a round of polls, and the stream.
  await until(() => tv.edge.lost > ROUND, 10_000, 50);
  expect(await shownAfter(page)).not.toContain('live');
  tv.edge.show({ price: 158_133 });
  tv.edge.isCut = false;
  // The board asks again after five seconds at most.
  await fastForward(page, 5_000);
  await page.waitForSelector('.is-live .cell', { timeout: 5_000 });
  expect(await page.locator('.cell--24 .price').innerText()).toBe('₹1,58,133');
  await page.close();
}

const fallAsleep = (page: Page) =>
  stopForTheNight(tv.browser, page, () => {
    tv.edge.breakStreams();
    tv.edge.isCut = true;
  });

describe.each([
  ['a stream', true],
  ['polls alone', false],
])('a board on %s that sleeps while its server goes', (_, hasStreams) => {
  beforeEach(() => {
    tv.edge.hasStreams = hasStreams;
  });

  it('shows no old rate as live when its processes stood still and the wall clock alone has gone on', async () => {
    const page = await liveBoard();
    await fallAsleep(page);
    await expectHonestMorning(page);
  });

  it('shows no old rate as live when its processes stood still and both clocks have gone on', async () => {
    const page = await liveBoard(true);
    await fallAsleep(page);
    await expectHonestMorning(page);
  });

  it('shows no old rate as live when all of its timers stood still too', async () => {
    const page = await liveBoard();
    tv.edge.isCut = true;
    await suspend(page);
    tv.edge.breakStreams();
    await expectHonestMorning(page);
  });
});

describe.each([
  ['stands still', (page: Page, meanwhile?: () => void) => stopForTheNight(tv.browser, page, meanwhile)],
  [
    'is suspended with all of its timers',
    async (page: Page, meanwhile?: () => void) => {
      await suspend(page);
      meanwhile?.();
    },
  ],
])('a board that %s on an open stream', (_, sleep) => {
  // Cut from before the sleep, because a suspended board asks again as soon as it looks at its clocks. The stream stays open.
  const openStream = async () => {
    const page = await liveBoard();
    tv.edge.isCut = true;
    return page;
  };

  it('shows no old rate as live while nothing says that the stream is dead', async () => {
    const page = await openStream();
    await sleep(page);
    await expectHonestMorning(page);
  });

  it('takes nothing for news that may have waited in the connection all night', async () => {
    const page = await openStream();
    await sleep(page, () => tv.edge.show({ price: 157_999 }));
    await expectHonestMorning(page);
  });
});

it('a board whose wall clock is set by years at its start is live again with the next word', async () => {
  const page = await liveBoard();
  await suspend(page);
  await until(() => page.evaluate(() => window.night.shown.some(({ stand }) => stand === 'stale')));
  await page.waitForSelector('.is-live .cell', { timeout: 10_000 });
  await page.close();
});
