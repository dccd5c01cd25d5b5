/// <reference lib="dom" />
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { boardLimits } from '@sarafa/contracts';
import { fastForward, installClock, until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import type { Failure } from './board-edge/board-edge.js';
import { NIGHT_MS, watchNight } from './board-edge/sleep.js';
import { todaysTv } from './board-edge/tv.js';

/** As long as the board waits for an answer. */
const ANSWER_MS = 10_000;
/** Until prices are asked for again where they came before the shop's interval. */
const POLL_MS = boardLimits.priceUpdateInterval.fallback;

const tv = todaysTv();
let page: Page;
beforeAll(() => {
  tv.edge.hasStreams = false;
});
beforeEach(async () => {
  tv.edge.failure = undefined;
  tv.edge.show({ shop: { price_update_interval: POLL_MS } });
  page = await tv.page([1280, 720]);
  await installClock(page);
  await page.addInitScript(watchNight, [NIGHT_MS, false] as const);
});
afterEach(() => page.close());

const failOwnRates = (failure: Failure) => {
  tv.edge.failure = failure;
  tv.edge.detailedAsked = 0;
};

describe("a board without rates of its own, when those can't be had", () => {
  it.each<Failure>(['proxy', 'page', 'silence'])('shows the ones without margins: %s', async (failure) => {
    failOwnRates(failure);
    const asked = page.waitForRequest((request) => request.url().includes('/prices/user/'));
    await page.goto(tv.edge.board);
    await asked;
    if (failure === 'silence') await fastForward(page, ANSWER_MS);
    await page.waitForSelector('.is-live .cell', { timeout: 5_000 });
    expect(await page.locator('.rail').innerText()).toContain('API + Import Duty Only');
  });

  it('flickers at no poll', async () => {
    failOwnRates('refusal');
    await page.goto(tv.edge.board);
    await page.waitForSelector('.is-live .cell');
    const answered = () =>
      page.evaluate(() => {
        const answers = performance.getEntriesByType('resource');
        return answers.filter(({ name }) => name.includes('/prices/detailed?')).length;
      });
    for (const polls of [1, 2, 3]) {
      await until(async () => (await answered()) === polls, 5_000);
      await fastForward(page, POLL_MS);
    }
    const shown = await page.evaluate(() => window.night.shown.map(({ stand }) => stand));
    expect(shown.slice(shown.indexOf('live'))).toEqual(['live']);
  });
});

it('a board that has rates of its own keeps them, marked with their time, when a proxy loses the server', async () => {
  await page.goto(tv.edge.board);
  await page.waitForSelector('.is-live .cell');
  failOwnRates('proxy');
  await fastForward(page, POLL_MS);
  await page.waitForSelector('.is-stale .cell', { timeout: 5_000 });
  expect(await page.locator('.rail').innerText()).toMatch(/^Rate as of [\d:]+ [ap]m\s+New rates are late/);
  expect(tv.edge.detailedAsked).toBe(0);
});
