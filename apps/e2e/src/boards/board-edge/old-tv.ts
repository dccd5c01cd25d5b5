import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { launchChromium79 } from '../../shared/chromium-79.js';
import { picture } from '../../shared/picture.js';
import { BoardEdge } from './board-edge.js';

/**
 * A rate that is seen. This browser's driver waits for whatever is in the page, and rates are laid out behind the loading screen
 * before they are seen.
 */
export const SEEN_CELL = '.stage:not([style*="hidden"]) .cell';

/** A board in Chromium 79. */
class OldTv {
  edge!: BoardEdge;
  browser!: Browser;
  page!: Page;
  /** The messages on the console. */
  readonly complaints: string[] = [];

  picture(name: string): Promise<void> {
    return picture(this.page, `chromium-79-${name}`);
  }
}

/** For all journeys of a file. The fields are set when the first journey begins, with the board that `prepare` has set up. */
export function oldTv(prepare?: (edge: BoardEdge) => Promise<void>): OldTv {
  const tv = new OldTv();
  beforeAll(async () => {
    tv.edge = await BoardEdge.start();
    await prepare?.(tv.edge);
    tv.browser = await launchChromium79();
    tv.page = await tv.browser.newPage();
    tv.page.on('console', (message) => tv.complaints.push(message.text()));
    tv.page.on('pageerror', (error) => tv.complaints.push(String(error)));
    await tv.page.goto(tv.edge.board);
  });
  afterAll(async () => {
    await tv.browser.close();
    await tv.edge.close();
  });
  return tv;
}
