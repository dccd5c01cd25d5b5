/// <reference lib="dom" />
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastForward, installClock, until } from '@sarafa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { todaysTv } from './board-edge/tv.js';

/** By HTTP/1.1; the page names more files. */
const CONNECTIONS = 6;
const NAMED = /^\/assets\/(?!start-again)[^/]*\.(js|css)$/;
/** A script that the page at `/tv` needs, and doesn't name. */
const LATER = /^\/assets\/tv-app-[^/]*\.js$/;
const GIVEN_UP_MS = 300_000;

/** The server or what is before it has taken a request, and never answers it, nor ends the connection. */
describe('files that never come', () => {
  const tv = todaysTv();
  let screen: BrowserContext;
  let page: Page;

  beforeEach(async () => {
    screen = await tv.browser.newContext({ serviceWorkers: 'block' });
    page = await screen.newPage();
    await installClock(page);
    tv.edge.line = new Promise(() => undefined);
  });
  afterEach(async () => {
    tv.edge.slow = undefined;
    await screen.close();
  });

  /** Until the page has asked for this many of the files. */
  const opens = async (url: string, files: RegExp, count: number) => {
    const asked: string[] = [];
    page.on('request', (request) => files.test(new URL(request.url()).pathname) && asked.push(request.url()));
    tv.edge.slow = files;
    await page.goto(url, { waitUntil: 'commit' });
    await until(() => asked.length >= count);
  };

  it('leave a page its connections, so that it is loaded again', async () => {
    let isGivenUp = false;
    page.on('requestfailed', () => (isGivenUp = true));
    await opens(tv.edge.board, NAMED, CONNECTIONS);
    // Until the time was over for the script that gives up: it may begin after the other files have been asked for.
    await until(async () => {
      await fastForward(page, GIVEN_UP_MS);
      return until(() => isGivenUp, 500).catch(() => false);
    });
    tv.edge.slow = undefined;
    await fastForward(page, 10_000);
    await page.waitForSelector('.is-live .cell');
  });

  it('bring a TV anew that has all but the script of its code', async () => {
    await opens(tv.edge.tv, LATER, 1);
    await fastForward(page, GIVEN_UP_MS - 10_000);
    expect(await page.locator('.hairline').count()).toBe(1);
    tv.edge.slow = undefined;
    await fastForward(page, 10_000);
    await page.waitForSelector('.pair__code:not(.is-missing)');
  });
});
