/// <reference lib="dom" />
import { expect, it } from '@jest/globals';
import { until } from '@sarafa/testing';
import { onOldTv } from '../shared/chromium-79.js';
import { oldTv, SEEN_CELL } from './board-edge/old-tv.js';

onOldTv('a TV that is paired, in a real Chromium 79', () => {
  const tv = oldTv();

  const count = (selector: string) => tv.page.$$eval(selector, (found) => found.length);
  const shows = (selector: string, timeout = 10_000) => tv.page.waitForSelector(selector, { timeout });
  const lacks = (selector: string, timeout = 5_000) => until(async () => (await count(selector)) === 0, timeout, 50);
  const acknowledged = (id: string) => until(() => tv.edge.screens.beats.find(({ done }) => done === id), 2_000, 20);

  it('shows its code, and then the board of its shop', async () => {
    await tv.page.goto(tv.edge.tv);
    await shows('.qr path');
    expect(await tv.page.$eval('.pair__code', ({ textContent }) => textContent)).toBe(tv.edge.screens.code);
    await tv.picture('tv-code');
    tv.edge.screens.claim();
    await shows(SEEN_CELL);
    const beat = await until(() => tv.edge.screens.beats.find(({ shown }) => shown), 5_000, 50);
    expect(beat).toMatchObject({ token: 'first-token', shown: { at: tv.edge.scene.lastUpdated, state: 'live' } });
  });

  it('follows what is set of it, and its remote', async () => {
    tv.edge.screens.set({ layout_orientation: 'vertical' });
    await shows('.board--vertical', 1_000);
    const id = tv.edge.screens.command('identify');
    await shows('.named', 2_000);
    await acknowledged(id);
    await tv.picture('tv-named');
    tv.edge.screens.set({ layout_orientation: null });
    await lacks('.board--vertical', 1_000);
  });

  it('is black in off-hours, but beats', async () => {
    const minutes = (ms: number) => new Date(Date.now() + 330 * 60_000 + ms).toISOString().slice(11, 16);
    tv.edge.show({ shop: { off_hours: { from: minutes(-1_800_000), to: minutes(1_800_000) } } });
    await shows('.off');
    await until(async () => (await acknowledged(tv.edge.screens.command('mute'))).is_off, 5_000);
    await tv.picture('tv-off');
    tv.edge.show({});
    await shows(SEEN_CELL);
  });

  it('is reloaded once the server has heard of it', async () => {
    await tv.page.evaluate(() => document.body.classList.add('is-old'));
    await acknowledged(tv.edge.screens.command('reload'));
    await until(async () => (await count('body:not(.is-old)').catch(() => 0)) === 1, 5_000, 50);
    await shows(SEEN_CELL);
  });

  it('has said nothing on the console', () => {
    expect(tv.complaints).toEqual([]);
  });

  it('comes back without a network, after a power cut, also where its address was typed with a slash', async () => {
    await until(() => tv.page.evaluate(() => navigator.serviceWorker.controller !== null), 10_000, 100);
    tv.edge.isCut = true;
    await tv.page.goto(`${tv.edge.tv}/`);
    await shows(SEEN_CELL);
    expect(await count('.pair__code')).toBe(0);
    tv.edge.isCut = false;
    await shows('.is-live', 15_000);
  });

  it('is back at a code once it was removed', async () => {
    tv.edge.screens.remove();
    await shows('.pair__code', 5_000);
    expect(await tv.page.evaluate(() => localStorage.getItem('sarafa.screen.v1'))).toBeNull();
  });
});
