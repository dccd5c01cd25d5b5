/// <reference lib="dom" />
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import type { Failure } from './board-edge/board-edge.js';
import { NIGHT_MS, watchNight } from './board-edge/sleep.js';
import { todaysTv } from './board-edge/tv.js';

/** The board waits ten seconds for an answer. */
const ANSWERED_WITHIN_MS = 15_000;

const tv = todaysTv();
let page: Page;
beforeAll(() => {
  tv.edge.hasStreams = false;
});
beforeEach(async () => {
  tv.edge.failure = undefined;
  // The shortest interval that a shop may have.
  tv.edge.show({ shop: { price_update_interval: 10_000 } });
  page = await tv.page([1280, 720]);
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
    await page.goto(tv.edge.board);
    await page.waitForSelector('.is-live .cell', { timeout: ANSWERED_WITHIN_MS });
    expect(await page.locator('.rail').innerText()).toContain('API + Import Duty Only');
  });

  it('flickers at no poll', async () => {
    failOwnRates('refusal');
    await page.goto(tv.edge.board);
    await page.waitForSelector('.is-live .cell');
    await until(() => tv.edge.detailedAsked > 2, 30_000, 100);
    const shown = await page.evaluate(() => window.night.shown.map(({ stand }) => stand));
    expect(shown.slice(shown.indexOf('live'))).toEqual(['live']);
  });
});

it('a board that has rates of its own keeps them, marked with their time, when a proxy loses the server', async () => {
  await page.goto(tv.edge.board);
  await page.waitForSelector('.is-live .cell');
  failOwnRates('proxy');
  await page.waitForSelector('.is-stale .cell', { timeout: 15_000 });
  expect(await page.locator('.rail').innerText()).toMatch(/^Rate as of [\d:]+ [ap]m\s+New rates are late/);
  expect(tv.edge.detailedAsked).toBe(0);
});
