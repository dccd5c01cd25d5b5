/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { launchChromium, until } from '@sarafa/testing';
import type { Browser, Page } from 'playwright-core';
import { BoardEdge, type Failure } from './board-edge/board-edge.js';
import { NIGHT_MS, watchNight } from './board-edge/sleep.js';

/** The board waits ten seconds for an answer. */
const ANSWERED_WITHIN_MS = 15_000;

let edge: BoardEdge;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  edge = await BoardEdge.start();
  edge.hasStreams = false;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await edge.close();
});
beforeEach(async () => {
  edge.failure = undefined;
  // The shortest interval that a shop may have.
  edge.show({ shop: { price_update_interval: 10_000 } });
  page = await browser.newPage({ serviceWorkers: 'block', reducedMotion: 'reduce', viewport: { width: 1280, height: 720 } });
  await page.addInitScript(watchNight, [NIGHT_MS, false] as const);
});
afterEach(() => page.close());

const failOwnRates = (failure: Failure) => {
  edge.failure = failure;
  edge.detailedAsked = 0;
};

describe("a board without rates of its own, when those can't be had", () => {
  it.each<Failure>(['proxy', 'page', 'silence'])('shows the ones without margins: %s', async (failure) => {
    failOwnRates(failure);
    await page.goto(edge.board);
    await page.waitForSelector('.is-live .cell', { timeout: ANSWERED_WITHIN_MS });
    expect(await page.locator('.rail').innerText()).toContain('API + Import Duty Only');
  });

  it('flickers at no poll', async () => {
    failOwnRates('refusal');
    await page.goto(edge.board);
    await page.waitForSelector('.is-live .cell');
    await until(() => edge.detailedAsked > 2, 30_000, 100);
    const shown = await page.evaluate(() => window.night.shown.map(({ stand }) => stand));
    expect(shown.slice(shown.indexOf('live'))).toEqual(['live']);
  });
});

it('a board that has rates of its own keeps them, marked with their time, when a proxy loses the server', async () => {
  await page.goto(edge.board);
  await page.waitForSelector('.is-live .cell');
  failOwnRates('proxy');
  await page.waitForSelector('.is-stale .cell', { timeout: 15_000 });
  expect(await page.locator('.rail').innerText()).toMatch(/^Rate as of [\d:]+ [ap]m\s+New rates are late/);
  expect(edge.detailedAsked).toBe(0);
});
