/// <reference lib="dom" />
import type { StoredAd } from '@sarafa/testing';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Records in `window.seen` what the board shows and since when, by the page's own time. Runs in the page. */
export function watchScreen(): void {
  const seen: [string, number][] = [];
  Object.assign(window, { seen });
  const look = () => {
    const ad = document.querySelector('.is-over .is-shown > *');
    const message = document.querySelector('.admsg p');
    // Behind the loading screen the stage isn't seen yet.
    const hasPrices = document.querySelector('.stage') && !document.querySelector('.over .hairline');
    const board = hasPrices ? 'prices' : document.querySelector('.over--idle') ? 'idle' : 'blank';
    const [src] = ad?.getAttribute('src')?.split('#') ?? [];
    const screen = message?.textContent ?? src ?? board;
    if (seen[seen.length - 1]?.[0] !== screen) seen.push([screen, performance.now()]);
  };
  addEventListener('DOMContentLoaded', () => {
    const options = { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] };
    new MutationObserver(look).observe(document.body, options);
  });
}

/** What was shown since the board was there, and for how long; the last one is still shown. */
export async function shownOn(page: Page, ads: readonly StoredAd[]): Promise<{ what: string; ms: number }[]> {
  const seen = await page.evaluate(() => (window as unknown as { seen: [string, number][] }).seen);
  const names = new Map(ads.map(({ path, name }) => [path, name]));
  // A board with ads alone is dark before its first picture.
  const start = seen.findIndex(([what]) => what !== 'blank' && what !== 'idle');
  const from = seen.slice(start);
  return from.map(([what, at], index) => ({ what: names.get(what) ?? what, ms: (from[index + 1]?.[1] ?? Infinity) - at }));
}

/** The mean of the darkest quarter of a picture's middle, from 0 to 255. */
export async function brightness(picture: Buffer): Promise<number> {
  const image = sharp(picture);
  const { width, height } = await image.metadata();
  const [left, top] = [Math.round(width / 4), Math.round(height / 6)];
  const middle = { left, top, width: 2 * left, height: 3 * top };
  const { data } = await image
    .extract(middle)
    .greyscale()
    .resize(2, 2, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Math.min(...data);
}
