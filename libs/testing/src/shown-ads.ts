/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { runFor } from './page-clock.js';
import { until } from './wait.js';

/** Less than an image's second, so that none is missed. */
const STEP_MS = 900;
const MOST_STEPS = 40;
/** Files are read and decoded in the machine's own time. */
const LOAD_MS = 400;

/** Shows that many ads of a board, one after the other, whose page has a clock of `installClock` and whose prices stand `pricesMs`. */
export async function showAds(page: Page, count: number, pricesMs: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    // Most of the prices' time at once.
    await runFor(page, Math.max(0, pricesMs - 2_000));
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
    await until(isSo, LOAD_MS, 20).catch(() => undefined);
  }
}

/** A film's end isn't the clock's to bring. */
function endFilm(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const film = document.querySelector<HTMLVideoElement>('.is-shown video');
        if (!film) return done();
        film.addEventListener('ended', () => done(), { once: true });
        film.currentTime = film.duration - 0.05;
      }),
  );
}
