/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetRelease, launchChromium, type Release, releaseOf, skipLoadingScreen, until } from '@sarafa/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BoardEdge } from './board-edge/board-edge.js';
import { onOldTv } from '../shared/chromium-79.js';
import { oldTv, SEEN_CELL } from './board-edge/old-tv.js';

const SHOP_NAME = 'ஸ்ரீ லக்ஷ்மி ஜுவல்லர்ஸ்';

// These run in pages and are sent there as texts, so they use nothing from outside of themselves.
const keptHere = async (): Promise<string[]> => {
  const names = (await caches.keys()).filter((name) => name.startsWith('sarafa-board-'));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const files = names.flatMap((name, index) => kept[index]!.map(({ url }) => `${name} ${new URL(url).pathname}`));
  return files.filter((file) => /\/assets\/(anek|tiro|language)-/.test(file)).sort();
};
const loadedHere = (): string[] => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
const hasTamilHere = () => document.fonts.check('64px "Anek Tamil"', 'ஸ்ரீ');

const fontIn = ({ folder }: { folder: string }, family: string) =>
  readdirSync(join(folder, 'assets')).find((name) => name.startsWith(`${family}-`) && name.endsWith('.woff2'))!;

/** The release with another Tamil font, and with a language that is written in Gurmukhi. */
function withLanguage(release: Release): Release {
  const [tamil, gurmukhi] = ['anek-tamil', 'anek-gurmukhi'].map((family) => fontIn(release, family));
  const assets = join(release.folder, 'assets');
  renameSync(join(assets, tamil!), join(assets, 'anek-tamil-22222222.woff2'));
  writeFileSync(join(assets, 'language-zz-22222222.js'), "export default 'spoken';");
  const texts = ['sw.js', ...readdirSync(assets).map((name) => `assets/${name}`)].filter((name) => /\.(js|css)$/.test(name));
  for (const path of texts.map((name) => join(release.folder, name))) {
    const text = readFileSync(path, 'utf8').split(tamil!).join('anek-tamil-22222222.woff2');
    const zz = `"language-zz":["/assets/language-zz-22222222.js","/assets/${gurmukhi}"]`;
    writeFileSync(path, text.replace('onUse:{', `onUse:{${zz},`));
  }
  return release;
}

describe('what a board has used of languages and fonts', () => {
  const releases: Release[] = [];
  let edge: BoardEdge;
  let browser: Browser;
  let screen: BrowserContext;
  let page: Page;

  const shells = (release: Release) => `sarafa-board-${release.name}`;
  const open = async () => {
    await page?.close();
    page = await screen.newPage();
    await page.goto(edge.board);
    await page.waitForSelector('.cell');
  };
  /**
   * Keeps what becomes of each new worker, from now on: the browser looks for one by itself too, some time after a page
   * was opened, and may find it before the spec asks.
   */
  const watchWorkers = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const ends: string[] = [];
      Object.assign(window, { workersEnds: ends });
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing!;
        worker.addEventListener('statechange', () => {
          if (['redundant', 'activated'].includes(worker.state)) ends.push(worker.state);
        });
      });
    });
  const workersEnds = () => page.evaluate(() => (window as unknown as { workersEnds: string[] }).workersEnds);
  const isOneWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
    });

  beforeAll(async () => {
    [edge, browser] = await Promise.all([BoardEdge.start(), launchChromium()]);
    releases.push(releaseOf('1'), withLanguage(releaseOf('2')));
    edge.folder = releases[0]!.folder;
    edge.show({ shopName: SHOP_NAME });
    screen = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
    await skipLoadingScreen(screen);
    await open();
  });
  afterAll(async () => {
    await browser.close();
    await edge.close();
    releases.forEach(forgetRelease);
  });

  it('is kept from the first visit on, and nothing of another script is loaded', async () => {
    const tamil = `/assets/${fontIn(releases[0]!, 'anek-tamil')}`;
    await until(async () => (await page.evaluate(keptHere)).length > 0);
    expect(await page.evaluate(keptHere)).toEqual([`${shells(releases[0]!)} ${tamil}`]);
    const loaded = await page.evaluate(loadedHere);
    expect(loaded.filter((path) => /\/(anek|tiro)-/.test(path))).toEqual([tamil]);
  });

  it('is there after a power cut without a network', async () => {
    edge.isCut = true;
    await open();
    await page.waitForSelector('.is-offline .cell');
    await until(() => page.evaluate(hasTamilHere));
    edge.isCut = false;
  });

  it('is the language too, from the moment that a shop has chosen it', async () => {
    edge.show({ shopName: SHOP_NAME, shop: { language: 'hi' } });
    const words = () => page.locator('.cell__txt', { hasText: '24 कैरेट सोना' }).first().waitFor();
    await words();
    const needed = ['language-hi', 'anek-devanagari', 'tiro-devanagari'];
    const isKept = (kept: string[]) => needed.every((name) => kept.some((file) => file.includes(`/assets/${name}-`)));
    await until(async () => isKept(await page.evaluate(keptHere)));
    edge.isCut = true;
    await open();
    await page.waitForSelector('.is-offline .cell');
    await words();
    expect(await page.locator('.rail').innerText()).toContain('कनेक्शन नहीं है');
    edge.isCut = false;
    edge.show({ shopName: SHOP_NAME });
  });

  it('is the second language too, with digits of its own', async () => {
    edge.show({ shopName: SHOP_NAME, shop: { language: 'hi', second_language: 'gu', numerals: 'native' } });
    const words = (text: string) => page.locator('.cell', { hasText: text }).first().waitFor();
    await words('૨૪ કેરેટ સોનું');
    const isKept = (kept: string[]) =>
      ['language-gu', 'anek-gujarati'].every((name) => kept.some((file) => file.includes(`/assets/${name}-`)));
    await until(async () => isKept(await page.evaluate(keptHere)));
    edge.isCut = true;
    await open();
    await page.waitForSelector('.is-offline .cell');
    await Promise.all(['२४ कैरेट सोना', '૨૪ કેરેટ સોનું', '१,५७,८२१'].map(words));
    edge.isCut = false;
    edge.show({ shopName: SHOP_NAME });
  });

  it('belongs to a new release before that is taken', async () => {
    const [, second] = releases;
    const font = join(second!.folder, 'assets/anek-tamil-22222222.woff2');
    const content = readFileSync(font);
    rmSync(font);
    const browserItself = await screen.newCDPSession(page);
    await browserItself.send('ServiceWorker.enable');
    await watchWorkers();
    edge.folder = second!.folder;
    // Each is asked for repeatedly, because a look joins one that has begun before the folder was another's, or the file back.
    const lookUntil = (isEnded: (ends: string[]) => boolean) =>
      until(
        async () => {
          await update();
          // Chromium doesn't ask a worker to end that is just being started, and lets the next one wait for it for up to five minutes.
          if (await isOneWaiting()) await browserItself.send('ServiceWorker.stopAllWorkers');
          return isEnded(await workersEnds());
        },
        undefined,
        500,
      );
    await lookUntil((ends) => ends.length > 0);
    expect(await workersEnds()).not.toContain('activated');
    writeFileSync(font, content);
    await lookUntil((ends) => ends.includes('activated'));
    expect(await page.evaluate(keptHere)).toContain(`${shells(second!)} /assets/anek-tamil-22222222.woff2`);
  });

  it('of a language is its script with all of its fonts, also those that no text has used yet', async () => {
    const [first, second] = releases;
    // The page of one release and the worker of another.
    expect(await page.locator('meta[name="release"]').getAttribute('content')).toBe(first!.name);
    const language = '/assets/language-zz-22222222.js';
    await page.evaluate((path) => import(path) as Promise<unknown>, language);
    const gurmukhi = `/assets/${fontIn(second!, 'anek-gurmukhi')}`;
    await until(async () => (await page.evaluate(keptHere)).includes(`${shells(second!)} ${gurmukhi}`));
    expect(await page.evaluate(keptHere)).toContain(`${shells(second!)} ${language}`);

    edge.isCut = true;
    await open();
    expect(await page.locator('meta[name="release"]').getAttribute('content')).toBe(second!.name);
    const spoken = await page.evaluate((path) => import(path) as Promise<{ default: string }>, language);
    expect(spoken.default).toBe('spoken');
    await until(() => page.evaluate(hasTamilHere));
  });
});

onOldTv("the font of a shop's name on a real Chromium 79", () => {
  const tv = oldTv(async (edge) => edge.show({ shopName: SHOP_NAME }));

  it('is kept from the first visit on, and there after a power cut without a network', async () => {
    await tv.page.waitForSelector(SEEN_CELL);
    await until(async () => (await tv.page.evaluate(keptHere)).length > 0);
    expect(await tv.page.evaluate(keptHere)).toEqual([expect.stringMatching(/anek-tamil/)]);
    await tv.edge.close();
    await tv.page.reload();
    await tv.page.waitForSelector(`.is-offline ${SEEN_CELL}`);
    await until(() => tv.page.evaluate(hasTamilHere));
    await tv.picture('tamil-offline');
  });
});

onOldTv('two languages and native digits on a real Chromium 79', () => {
  const shop = { language: 'hi', second_language: 'ta', numerals: 'native' } as const;
  const tv = oldTv(async (edge) => edge.show({ shop }));
  const says = (text: string) => until(() => tv.page.evaluate((wanted) => document.body.innerText.includes(wanted), text));
  const isKept = (kept: string[]) =>
    ['language-hi', 'language-ta', 'anek-devanagari', 'anek-tamil'].every((name) => kept.some((file) => file.includes(name)));

  it('are there, and again after a power cut without a network', async () => {
    await says('௨௪ காரட் தங்கம்');
    await until(async () => isKept(await tv.page.evaluate(keptHere)));
    const visible = () =>
      tv.page.$$eval('.cell:first-child .cell__txt', (texts) => texts.map((text) => getComputedStyle(text).opacity));
    expect(await visible()).toEqual(['1', '0']);
    await tv.picture('two-languages');
    await until(async () => (await visible()).join() === '0,1');
    await tv.edge.close();
    await tv.page.reload();
    await tv.page.waitForSelector(`.is-offline ${SEEN_CELL}`);
    await Promise.all(['२४ कैरेट सोना', '௨௪ காரட் தங்கம்', '१,५७,८२१'].map(says));
    expect(tv.complaints.filter((text) => /error/i.test(text) && !/net::|Failed to load/.test(text))).toEqual([]);
  });
});
