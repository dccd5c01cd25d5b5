import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { launchChromium79 } from '../../shared/chromium-79.js';
import { BoardEdge } from './board-edge.js';

const PICTURES = '.results/pictures';

/** A board in Chromium 79. */
class OldTv {
  edge!: BoardEdge;
  browser!: Browser;
  page!: Page;
  /** The messages on the console. */
  readonly complaints: string[] = [];

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: `${PICTURES}/chromium-79-${name}.png` });
  }
}

/** For all journeys of a file. The fields are set when the first journey begins, with the board that `prepare` has set up. */
export function oldTv(prepare?: (edge: BoardEdge) => Promise<void>): OldTv {
  const tv = new OldTv();
  beforeAll(async () => {
    // The driver of this browser doesn't create the folder of a screenshot.
    await mkdir(PICTURES, { recursive: true });
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
