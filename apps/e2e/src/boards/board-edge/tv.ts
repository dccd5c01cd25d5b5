/// <reference lib="dom" />
import { afterAll, beforeAll } from '@jest/globals';
import { launchChromium, skipLoadingScreen } from '@sarafa/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BoardEdge } from './board-edge.js';
import { type Scene, USUAL } from './fixtures.js';
import { faultsOfBoard } from './measure-board.js';

type Size = readonly [width: number, height: number];

/** Boards in today's Chromium. */
class Tv {
  edge!: BoardEdge;
  browser!: Browser;
  private scenes = 0;

  /** A page without the background film, which would be drawn without a graphics processor, and without the loading screen. */
  async page([width, height]: Size = [1920, 1080]): Promise<Page> {
    const page = await this.browser.newPage({
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      viewport: { width, height },
    });
    await skipLoadingScreen(page);
    return page;
  }

  /** A TV that keeps what the service worker keeps, until it is closed. */
  async screen(): Promise<BrowserContext> {
    const screen = await this.browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
    await skipLoadingScreen(screen);
    return screen;
  }

  /** A page with the board of `scene`, once it shows cards. */
  async open(scene: Partial<Scene>, size?: Size): Promise<Page> {
    const page = await this.page(size);
    this.edge.show(scene);
    await page.goto(this.edge.board);
    await page.waitForSelector('.cell');
    return page;
  }

  /** Shows the scene on the page, and answers the faults of its layout. */
  faults(page: Page, scene: Partial<Scene>): Promise<string[]> {
    // One question, because hundreds of scenes are looked at.
    return page.evaluate<string[]>(`(${laidOut})('${this.tells(scene)}').then(${faultsOfBoard})`);
  }

  /** Shows the scene on the page, until it is laid out. */
  shows(page: Page, scene: Partial<Scene>): Promise<void> {
    return page.evaluate(laidOut, this.tells(scene));
  }

  /** Answers the time of the scene's rates. */
  private tells(scene: Partial<Scene>): string {
    // A time that no scene had before tells the page's new rates from those before.
    const at = new Date(Date.parse(scene.lastUpdated ?? USUAL.lastUpdated) + ++this.scenes).toISOString();
    this.edge.show({ ...scene, lastUpdated: at });
    return at;
  }
}

/** Until the rates of this time are laid out. Runs in the page. */
async function laidOut(at: string): Promise<void> {
  const hasCome = () => document.querySelector('.board')?.getAttribute('data-at') === at;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!hasCome()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-at'] });
    look();
  });
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** After a resize the board is fitted in the next frame. */
export async function fitted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Lays the page out without painting it, which takes the most time without a graphics processor. */
export async function unpainted(page: Page): Promise<void> {
  if (!process.env.PICTURES) await page.addStyleTag({ content: 'html { opacity: 0 }' });
}

/** For all journeys of a file. The fields are set when the first journey begins. */
export function todaysTv(): Tv {
  const tv = new Tv();
  beforeAll(async () => {
    tv.edge = await BoardEdge.start();
    tv.browser = await launchChromium();
  });
  afterAll(async () => {
    await tv.browser.close();
    await tv.edge.close();
  });
  return tv;
}
