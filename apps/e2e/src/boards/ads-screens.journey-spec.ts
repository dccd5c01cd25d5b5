/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { fastForward, installClock, launchChromium, runFor, skipLoadingScreen, until } from '@sarafa/testing';
import type { Browser, Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { barriers } from '../shared/barriers.js';
import { clip, plainImage } from '../shared/ad-files.js';
import { BoardEdge } from './board-edge/board-edge.js';
import { advertisement, type Scene } from './board-edge/fixtures.js';
import { fitted } from './board-edge/tv.js';

/** Screenshots for people, as JPEG, because Chromium takes six times as long for PNG. */
const SCREENS = { tv: [1920, 1080], laptop: [1440, 900], tablet: [800, 1280], phone: [390, 844] } as const;
const NAMES = ['tv', 'laptop', 'tablet', 'phone'] as const;
const LAYOUTS = ['horizontal', 'vertical'] as const;
const STEP_MS = 1_000;

let edge: BoardEdge;
let browser: Browser;

beforeAll(async () => {
  edge = await BoardEdge.start();
  browser = await launchChromium();
  edge.ads.set('broken.mp4', Buffer.from('no film'));
  // One as wide as a television, a square one, and one as wide as what a strip leaves of a television.
  for (const { name, content } of [
    await plainImage('wide.webp', '#c9a227'),
    await plainImage('square.webp', '#c9a227', 900, 900),
    await plainImage('long.webp', '#c9a227', 1050, 500),
    await clip('clip.webm'),
  ])
    edge.ads.set(name, content);
});
afterAll(async () => {
  await browser.close();
  await edge.close();
});

async function openAd(name: string, scene: Partial<Scene>, screen: keyof typeof SCREENS, query = ''): Promise<Page> {
  const [width, height] = SCREENS[screen];
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', viewport: { width, height } });
  const page = await context.newPage();
  edge.show({ ...scene, ads: [advertisement(name)], shop: { price_display_time: 10, ad_display_time: 300, ...scene.shop } });
  await installClock(page);
  // A film would be over within seconds. Here it goes on until nobody looks at it any more.
  await page.addInitScript(() => {
    const slow = ({ target }: Event) => Object.assign(target as HTMLVideoElement, { loop: true, playbackRate: 0.1 });
    document.addEventListener('play', slow, { capture: true });
  });
  await page.goto(edge.board + query);
  // The page's HTML has the loading screen, but the ground comes with the script.
  await page.waitForSelector('.ground', { state: 'attached' });
  await fastForward(page, limits.loadingScreenMs);
  await page.waitForSelector('.stage');
  // In steps, because the ad's file takes real time to come, and without it the rates stay for another turn.
  await until(async () => {
    await runFor(page, STEP_MS);
    return page.$(name === 'broken.mp4' ? '.tvbtn' : '.is-shown');
  });
  await runFor(page, 700);
  // Transitions run by the browser's own clock.
  await page.waitForSelector('.stage', { state: 'hidden' });
  return page;
}

/** How far a shift of the board against burn-in moves what the strip says, and the strip itself. Runs in the page. */
function movedByShift(): number[] {
  const lefts = () =>
    [...document.querySelectorAll('.strip__item b, .strip__time, .strip')].map((one) => one.getBoundingClientRect().left);
  const before = lefts();
  document.querySelector<HTMLElement>('.board')!.style.setProperty('--shift-x', '8px');
  return lefts().map((left, index) => Math.round(left - before[index]!));
}

it.each(['tv', 'tablet'] as const)('against burn-in what the strip says is moved, and not the strip: %s', async (screen) => {
  const page = await openAd('wide.webp', {}, screen);
  const [strip, ...said] = (await page.evaluate(movedByShift)).sort((one, other) => one - other);
  expect([strip, new Set(said)]).toEqual([0, new Set([8])]);
  await page.context().close();
});

/** What is cut off, hidden or overlapping on the ad's screen. Runs in the page. */
function faultsOfAd(): string[] {
  const SLACK = 1.5;
  const faults: string[] = [];
  const all = (selector: string) => Array.from(document.querySelectorAll<HTMLElement>(selector));
  const rect = (element: Element) => element.getBoundingClientRect();
  const isWithin = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - SLACK &&
    inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK &&
    inner.bottom <= outer.bottom + SLACK;
  if (all('.ad.is-over').length !== 1) faults.push('no ad is shown');
  const ad = rect(all('.ad')[0]!);
  const [strip] = all('.strip');
  const room = strip ? rect(strip) : undefined;
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  if (!isWithin(ad, screen)) faults.push('the ad leaves the screen');
  if (room && !isWithin(room, screen)) faults.push('the strip leaves the screen');
  // Beside each other or one above the other, without a gap.
  const area = ({ width, height }: DOMRect) => width * height;
  if (Math.abs(area(ad) + (room ? area(room) : 0) - area(screen)) > 4_000) faults.push('ad and strip do not share the screen');
  if (strip && strip.scrollWidth > strip.clientWidth + 1) faults.push('the strip is cut');
  all('.strip .price, .strip .clock, .strip__state').forEach((each) => {
    if (!isWithin(rect(each), room!)) faults.push(`${each.textContent} leaves the strip`);
  });
  all('.tvbtn, .adctl, .admsg p').forEach((each) => {
    if (!isWithin(rect(each), ad)) faults.push(`${each.textContent} leaves the ad`);
  });
  all('.ad__layer > *').forEach((each) => {
    if (!isWithin(rect(each), ad)) faults.push('the picture leaves the ad');
  });
  return faults;
}

/** Looks at the page's ad on the screens in each layout, as `seen` says of each. */
async function onScreens(
  page: Page,
  screens: readonly (keyof typeof SCREENS)[],
  seen: (name: string) => Promise<void>,
  layouts: readonly (typeof LAYOUTS)[number][] = LAYOUTS,
) {
  for (const screen of screens) {
    const [width, height] = SCREENS[screen];
    await page.setViewportSize({ width, height });
    for (const layout of layouts) {
      edge.show({ ...edge.scene, layout });
      const isTurned = layout === 'vertical' && screen !== 'phone';
      await page.waitForSelector(isTurned ? '.board--vertical' : '.board:not(.board--vertical)');
      await runFor(page, 700);
      await fitted(page);
      await seen(`${screen}-${layout}`);
    }
  }
}

describe('an ad on each screen, in each layout', () => {
  it.each([
    ['square.webp', 11],
    ['clip.webm', 4],
  ] as const)('shares it with its strip: %s', async (name, cards) => {
    const page = await openAd(name, { cards }, 'tv');
    if (name === 'clip.webm') await page.mouse.move(50, 50);
    await onScreens(page, NAMES, async (screen) => {
      expect([screen, await page.evaluate(faultsOfAd)]).toEqual([screen, []]);
      if (name === 'clip.webm' && screen.endsWith('horizontal')) expect(await barriers(page)).toEqual([]);
      await picture(page, `ad-${screen}-${name}`);
    });
    await page.context().close();
  });

  // A page of its own for each, because the message that a film failed is over within five seconds.
  it.each(NAMES.flatMap((screen) => LAYOUTS.map((layout) => [screen, layout] as const)))(
    'shares it with its strip where its film fails: %s, %s',
    async (screen, layout) => {
      const page = await openAd('broken.mp4', { cards: 1 }, screen);
      await onScreens(
        page,
        [screen],
        async (name) => {
          expect(await page.locator('.tvbtn').count()).toBeGreaterThan(0);
          expect([name, await page.evaluate(faultsOfAd)]).toEqual([name, []]);
          await picture(page, `ad-${name}-broken`);
        },
        [layout],
      );
      await page.context().close();
    },
  );
});

describe('an ad', () => {
  const fit = (page: Page, tag: string) => page.$eval(`.is-shown ${tag}`, (element) => getComputedStyle(element).objectFit);
  const turn = (page: Page, tag: string) => page.$eval(`.is-shown ${tag}`, (element) => getComputedStyle(element).transform);

  it('is cropped only when it is almost of the shape of its screen', async () => {
    const wide = await openAd('wide.webp', { cards: 4 }, 'tv');
    expect(await fit(wide, 'img')).toBe('cover');
    await wide.context().close();
    const square = await openAd('square.webp', { cards: 4 }, 'tv');
    expect(await fit(square, 'img')).toBe('contain');
    await square.context().close();
  });

  it('is measured again with its strip when there is more or less room', async () => {
    const page = await openAd('long.webp', { cards: 12, price: 9_999_999 }, 'tv');
    await page.evaluate(() => document.documentElement.style.setProperty('--overscan', '5'));
    await runFor(page, 100);
    expect(await page.evaluate(faultsOfAd)).toEqual([]);
    expect(await fit(page, 'img')).toBe('cover');
    edge.show({ ...edge.scene, shop: { ...edge.scene.shop, rates_over_ads: false } });
    await page.waitForSelector('.board:not(.board--strip)');
    await until(async () => (await fit(page, 'img')) === 'contain');
    // It has the whole screen where the shop wants no strip.
    expect(await page.locator('.strip').count()).toBe(0);
    expect(await page.evaluate(faultsOfAd)).toEqual([]);
    await page.context().close();
  });

  it('turns with a vertical board when it is an image; a video only where the address says that the device can', async () => {
    const quarter = /^matrix\(0, -1, 1, 0,/;
    const image = await openAd('wide.webp', { cards: 4, layout: 'vertical' }, 'tv');
    expect(await turn(image, 'img')).toMatch(quarter);
    await image.context().close();
    const video = await openAd('clip.webm', { cards: 4, layout: 'vertical' }, 'tv');
    // Neither the video nor any element around it is transformed, because some televisions would then show the video elsewhere.
    const around = await video.$eval('.is-shown video', (element) => {
      const transforms: string[] = [];
      for (let each: Element | null = element; each; each = each.parentElement)
        transforms.push(getComputedStyle(each).transform);
      return transforms;
    });
    expect(new Set(around)).toEqual(new Set(['none']));
    await video.context().close();
    const turned = await openAd('clip.webm', { cards: 4, layout: 'vertical' }, 'tv', '?video=turned');
    expect(await turn(turned, 'video')).toMatch(quarter);
    expect(await turned.evaluate(faultsOfAd)).toEqual([]);
    await turned.context().close();
  });

  it('never hides that its rates are delayed, stale, of a closed market or samples', async () => {
    const page = await openAd('wide.webp', { cards: 4 }, 'tv');
    const words = { delayed: /^delayed$/i, stale: /^Rate as of/, closed: /^Market closed$/, sample: /^Sample data$/ };
    for (const [state, word] of Object.entries(words)) {
      edge.show({ ...edge.scene, state: state as keyof typeof words });
      await page.waitForSelector(`.is-${state}`);
      expect(await page.locator('.strip__state').innerText()).toMatch(word);
      await runFor(page, 700);
      await fitted(page);
      expect(await page.evaluate(faultsOfAd)).toEqual([]);
      await picture(page, `ad-tv-${state}`);
    }
    await page.context().close();
  });

  it('has a button for its sound, by pointer and by keyboard', async () => {
    const page = await openAd('clip.webm', { cards: 4 }, 'tv');
    const button = page.locator('.adctl');
    const opacity = () => button.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('0');
    await page.keyboard.press('Tab');
    await until(async () => (await opacity()) === '1');
    const muted = () => page.$eval('.is-shown video', (film) => (film as HTMLVideoElement).muted);
    expect([await muted(), await button.getAttribute('aria-label')]).toEqual([true, 'Unmute']);
    await page.keyboard.press('Enter');
    expect([await muted(), await button.getAttribute('aria-label')]).toEqual([false, 'Mute']);
    await button.hover();
    await button.click();
    expect([await muted(), await button.getAttribute('aria-label')]).toEqual([true, 'Unmute']);
    await page.context().close();
  });
});

describe('the script of ads', () => {
  it('is asked for again when it got lost at first', async () => {
    const page = await browser.newPage({ serviceWorkers: 'block', reducedMotion: 'reduce' });
    await Promise.all([installClock(page), skipLoadingScreen(page)]);
    let asked = 0;
    await page.route('**/assets/board-ads*', (route) => (asked++ === 0 ? route.abort() : route.continue()));
    edge.show({ ads: [advertisement('wide.webp')], shop: { price_display_time: 1, ad_display_time: 60 } });
    await page.goto(edge.board);
    await until(async () => {
      await fastForward(page, STEP_MS);
      return page.$('.ad.is-over');
    });
    // Lost, asked for once more past what the browser may have kept, and then by the page that is loaded again.
    expect(asked).toBe(3);
    await page.close();
  });
});
