import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  private profile!: string;

  /** Switches the TV on, with what its browser kept before. */
  async start(): Promise<void> {
    this.profile ??= await mkdtemp(join(tmpdir(), 'sarafa-old-tv-'));
    this.browser = await launchChromium79(this.profile);
    this.page = await this.browser.newPage();
    this.page.on('console', (message) => this.complaints.push(message.text()));
    this.page.on('pageerror', (error) => this.complaints.push(String(error)));
    await this.page.goto(this.edge.board);
  }

  async restart(): Promise<void> {
    await this.browser.close();
    await this.start();
  }

  async end(): Promise<void> {
    await this.browser.close();
    await rm(this.profile, { recursive: true });
    await this.edge.close();
  }

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
    await tv.start();
  });
  afterAll(() => tv.end());
  return tv;
}
