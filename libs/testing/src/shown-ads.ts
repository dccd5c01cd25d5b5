/// <reference lib="dom" />
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { fastForward, runFor } from './page-clock.js';

/** Less than the second that an image shows, so that no image is missed. */
const STEP_MS = 300;
const MOST_STEPS = 120;
/** Reading and decoding files takes real time. */
const LOAD_MS = 40;

/**
 * Shows `count` ads of a board one after the other. Its page has the clock of `installClock`, and its prices show for
 * `pricesMs`.
 */
export async function showAds(page: Page, count: number, pricesMs: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    // Skips most of the prices' time at once.
    await fastForward(page, Math.max(0, pricesMs - 1_000));
    await passUntil(page, true);
    await endFilm(page);
    await passUntil(page, false);
  }
}

async function passUntil(page: Page, over: boolean): Promise<void> {
  const isSo = async () => (await page.evaluate(() => document.querySelector('.is-over') !== null)) === over;
  for (let steps = 0; !(await isSo()); steps++) {
    if (steps > MOST_STEPS) throw new Error(`The board has ${over ? 'no ad' : 'an ad'} for half a minute`);
    await runFor(page, STEP_MS);
    await setTimeout(LOAD_MS);
  }
}

/** The page's clock can't end a film, so this does. */
function endFilm(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const film = document.querySelector<HTMLVideoElement>('.is-shown video');
        if (!film) return done();
        film.addEventListener('ended', () => done(), { once: true });
        // The board may have given up a film that came too slowly, and taken it off the page without an end.
        const look = () => (film.isConnected ? requestAnimationFrame(look) : done());
        look();
        film.currentTime = film.duration - 0.05;
      }),
  );
}
