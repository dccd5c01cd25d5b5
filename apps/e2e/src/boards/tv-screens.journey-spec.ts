/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { fastForward, installClock, launchChromium, until } from '@sarafa/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { picture } from '../shared/picture.js';
import { barriers } from '../shared/barriers.js';
import { clip, plainImage } from '../shared/ad-files.js';
import { BoardEdge } from './board-edge/board-edge.js';
import { SCREEN } from './board-edge/edge-screens.js';
import { advertisement, SHOP_ID } from './board-edge/fixtures.js';

const MINUTE = 60_000;
/** The beats of the page whose thread hangs, in place of half a minute, so that two of them come within seconds. */
const BEAT_MS = 2_000;

let edge: BoardEdge;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

const kept = () =>
  page.evaluate((shop) => [localStorage.getItem('sarafa.screen.v1'), localStorage.getItem(`sarafa.board.v1.${shop}`)], SHOP_ID);
const lastBeat = () => edge.screens.beats[edge.screens.beats.length - 1];
const isAcknowledged = (id: string) => until(() => edge.screens.beats.find(({ done }) => done === id), 2_000, 20);
const board = () => page.locator('.board:not(.named)');
/** What the page would wait for is over; what the server says after that is awaited. */
const passes = (ms: number) => fastForward(page, ms);
const opensPage = async () => {
  page = await context.newPage();
  await installClock(page);
};

/** Off-hours of half an hour before now till half an hour after, in Asia/Kolkata. */
function offNow(): { from: string; to: string } {
  const at = (ms: number) => new Date(Date.now() + 330 * MINUTE + ms).toISOString().slice(11, 16);
  return { from: at(-30 * MINUTE), to: at(30 * MINUTE) };
}

beforeAll(async () => {
  [edge, browser] = await Promise.all([BoardEdge.start(), launchChromium()]);
  for (const { name, content } of [await plainImage('ring.webp', '#c9a227'), await clip('clip.webm')])
    edge.ads.set(name, content);
  context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
  await opensPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser.close();
  await edge.close();
});

describe('a TV that is paired', () => {
  it('shows a code and a square for a camera, and a new code when the first one has ended', async () => {
    edge.screens.lifeMs = 4_000;
    await page.goto(edge.tv);
    await page.getByText('K7M2QX').waitFor();
    await page.locator('.pair__qr path').waitFor();
    edge.screens.lifeMs = 600_000;
    await passes(4_000);
    await page.getByText('H4WPT9').waitFor();
    await picture(page, 'tv-code');
    expect(await barriers(page)).toEqual([]);
  });

  it('shows all of the code beside the square on screens of other shapes too', async () => {
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [1280, 1024],
      [1200, 1100],
      [1080, 1920],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [code, square] = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.pair__code')!);
        return [range, document.querySelector('.pair__qr')!].map((one) => one.getBoundingClientRect().toJSON() as DOMRect);
      });
      const [isBeside, isBelow] = [code!.right < square!.left, code!.bottom < square!.top];
      const fits = [isBeside || isBelow, code!.right <= width, square!.bottom <= height];
      expect([width, height, ...fits]).toEqual([width, height, true, true, true]);
      await picture(page, `tv-code-${width}x${height}`);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
  });

  it('says so while the server refuses or is gone, and goes on by itself', async () => {
    edge.screens.refusal = 503;
    await passes(3_000);
    await page.getByText('The server is busy · Trying again').waitFor();
    edge.screens.refusal = undefined;
    edge.isCut = true;
    await passes(5_000);
    await page.getByText('No connection · Trying again').waitFor();
    edge.isCut = false;
    await passes(4_000);
    await page.getByText('No connection').waitFor({ state: 'detached' });
    complaints.length = 0;
  });

  it('shows the board of its shop once somebody has claimed it, without a reload', async () => {
    await page.evaluate(() => void (window.name = 'the same page'));
    edge.screens.claim();
    await passes(3_000);
    await page.locator('.cell').first().waitFor();
    expect(page.url()).toBe(edge.tv);
    expect(await page.evaluate(() => window.name)).toBe('the same page');
    const beat = await until(() => edge.screens.beats.find(({ shown }) => shown), 5_000, 50);
    expect(beat).toMatchObject({
      token: 'first-token',
      shown: { at: edge.scene.lastUpdated, state: 'live' },
      playing: null,
      is_off: false,
      release: await page.locator('meta[name="release"]').getAttribute('content'),
      viewport: { width: 1920, height: 1080 },
    });
    expect(beat.still_ms).toBeLessThan(2_000);
  });

  it('follows what is set of it within a second', async () => {
    edge.screens.set({ layout_orientation: 'vertical', overscan: 2.5, video_turned: true });
    await page.locator('.board--vertical.board--turned-video').waitFor({ timeout: 1_000 });
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--overscan'))).toBe('2.5');
    edge.screens.set({ layout_orientation: null, overscan: 0, video_turned: false });
    await page.locator('.board--vertical').waitFor({ state: 'detached', timeout: 1_000 });
  });

  it('says its name, and that it did', async () => {
    const id = edge.screens.command('identify');
    await page.getByText('Counter 2').waitFor({ timeout: 2_000 });
    await isAcknowledged(id);
    await picture(page, 'tv-named');
    await passes(10_000);
    await page.getByText('Counter 2').waitFor({ state: 'detached', timeout: 2_000 });
  });

  it('plays the next ad when it is told to, says which, and plays none when it shows rates alone', async () => {
    const ads = ['ring.webp', 'ring.webp'].map((name, index) => ({
      ...advertisement(name),
      id: `${index + 1}`.padEnd(24, '0'),
    }));
    edge.show({ ads, shop: { price_display_time: 600, ad_display_time: 300 } });
    await Promise.all([page.waitForResponse((answer) => answer.url().includes('ring.webp')), passes(3_000)]);
    await isAcknowledged(edge.screens.command('next'));
    await page.locator('.ad.is-over .is-shown').waitFor({ timeout: 2_000 });
    await isAcknowledged(edge.screens.command('next'));
    await page.locator('.ad.is-over').waitFor({ state: 'detached', timeout: 2_000 });
    await isAcknowledged(edge.screens.command('next'));
    await page.locator('.ad.is-over .is-shown').waitFor({ timeout: 2_000 });
    // The page reads once a second what it has painted.
    await until(async () => {
      const id = edge.screens.command('mute');
      return (await isAcknowledged(id)).playing?.ad === 2;
    }, 5_000);
    expect(lastBeat()).toMatchObject({ playing: { ad: 2, of: 2 }, shown: { at: edge.scene.lastUpdated } });
    edge.screens.set({ shows: 'rates' });
    await page.locator('.ad.is-over').waitFor({ state: 'detached', timeout: 1_000 });
    edge.screens.set({ shows: 'all' });
    edge.show({});
  });

  it('says that it stands still while its film does, although the page goes on', async () => {
    // From its first frame on, because it is over within seconds.
    await page.evaluate(() => {
      const slow = ({ target }: Event) => Object.assign(target as HTMLVideoElement, { loop: true, playbackRate: 0.1 });
      document.addEventListener('play', slow, { capture: true });
    });
    edge.show({ ads: [advertisement('clip.webm')], shop: { price_display_time: 600 } });
    await until(
      async () => {
        const isShown = await page.locator('.ad.is-over .is-shown video').isVisible();
        if (!isShown) edge.screens.command('next');
        return isShown;
      },
      20_000,
      1_000,
    );
    const still = async () => (await isAcknowledged(edge.screens.command('mute'))).still_ms;
    await until(async () => (await still()) < 2_000, 5_000);
    await page.locator('.is-shown video').evaluate((film: HTMLVideoElement) => film.pause());
    // The page reads once a second where its film is.
    await until(async () => {
      await passes(1_000);
      return (await still()) > 3_000;
    }, 5_000);
    edge.show({});
    await page.locator('.ad.is-over').waitFor({ state: 'detached' });
  });

  it('is reloaded after it has said so, and is the same screen then', async () => {
    await page.evaluate(() => void (window.name = ''));
    await page.evaluate(() => void Object.assign(window, { isOld: true }));
    const { opened } = edge.screens;
    await isAcknowledged(edge.screens.command('reload'));
    await until(() => page.evaluate(() => !('isOld' in window)).catch(() => false), 5_000);
    await passes(limits.loadingScreenMs);
    await page.locator('.cell').first().waitFor();
    await until(() => edge.screens.opened > opened, 5_000);
  });

  it('takes a new token from a beat at once, and keeps it', async () => {
    edge.screens.newToken = 'second-token';
    await isAcknowledged(edge.screens.command('unmute'));
    edge.screens.newToken = undefined;
    // The edge has the beat a moment before the TV has the answer.
    await until(async () => (await kept())[0]!.includes('second-token'), 2_000, 20);
    expect((await isAcknowledged(edge.screens.command('mute'))).token).toBe('second-token');
    expect(JSON.parse((await kept())[0]!)).toMatchObject({ token: 'second-token', isMuted: true });
  });

  it('is black in off-hours, but beats, and comes back by itself', async () => {
    edge.show({ shop: { off_hours: offNow() } });
    await page.locator('.off').waitFor();
    expect(await page.locator('.stage, .ground, .ad, video').count()).toBe(0);
    await until(async () => (await isAcknowledged(edge.screens.command('unmute'))).is_off, 5_000);
    expect(lastBeat()).toMatchObject({ is_off: true, shown: null, playing: null });
    expect(lastBeat()!.still_ms).toBeLessThan(2_000);
    const place = () => page.locator('.off__dot').getAttribute('style');
    const first = await place();
    await passes(4_000);
    await until(async () => (await place()) !== first, 2_000);
    await picture(page, 'tv-off');
    edge.show({});
    await page.locator('.cell').first().waitFor();
  });

  it('says that it stands still while its own thread hangs, although the network answers', async () => {
    const beats = edge.screens.beats.length;
    await page.addInitScript((everyMs) => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (this: Worker, message: object) {
        post.call(this, 'everyMs' in message ? { ...message, everyMs } : message);
      };
    }, BEAT_MS);
    await page.reload();
    await passes(limits.loadingScreenMs);
    await until(() => edge.screens.beats.length > beats, 10_000, 20);
    // Waiting for an answer, the thread does nothing else, and leaves the processor to others.
    let answer = () => undefined as void;
    [edge.slow, edge.line] = [/^\/tv$/, new Promise((resolve) => (answer = resolve))];
    const hang = page.evaluate(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/tv', false);
      request.send();
    });
    // The page says once a second that it has painted something.
    await until(() => lastBeat()!.still_ms > BEAT_MS, 3 * BEAT_MS, 50);
    answer();
    await hang;
    edge.slow = undefined;
    await until(async () => (await isAcknowledged(edge.screens.command('unmute'))).still_ms < 2_000, 15_000);
  });

  it('comes back after a power cut without a network, with its last rates', async () => {
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null), 10_000);
    await until(async () => (await kept())[1] !== null, 5_000);
    expect(complaints).toEqual([]);
    edge.isCut = true;
    await page.close();
    await opensPage();
    await page.goto(edge.tv);
    await passes(limits.loadingScreenMs);
    await page.locator('.cell').first().waitFor();
    expect(await board().getAttribute('class')).toContain('is-');
    edge.isCut = false;
    await passes(5_000);
    await page.locator('.board.is-live').waitFor({ timeout: 15_000 });
    // The stream comes back after the polls, with which the rates are live again.
    await until(() => isAcknowledged(edge.screens.command('unmute')));
  });

  it('is back at a code within five seconds once it was removed, and keeps nothing of the shop', async () => {
    edge.screens.remove();
    // Comes by the same stream, and so once the screen has heard that it was removed.
    edge.screens.command('identify');
    await page.getByText('Counter 2').waitFor();
    await passes(3_500);
    await page.locator('.pair__code:not(.is-missing)').waitFor();
    expect(await kept()).toEqual([null, null]);
    edge.screens.claim(SCREEN);
    await passes(3_000);
    await page.locator('.cell').first().waitFor();
    // A stream that says nothing of it: the beat does.
    edge.screens.remove({ isHeard: false });
    edge.screens.command('mute');
    await page.locator('.pair__code').waitFor({ timeout: 5_000 });
    expect((await kept())[0]).toBeNull();
  });
});
