/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NOW, rates, SHOP_ID } from '../../../testing/fixtures.js';
import { type BoardState, emptyBoard } from '../board-state.js';
import { PaintedPage } from './painted.js';

const AT = '2026-11-20T10:40:00.000Z';
/** The state is newer than what the page shows. */
const snapshot = rates({ lastUpdated: '2026-11-20T10:45:00.000Z', state: 'closed' });
const state: BoardState = { ...emptyBoard(SHOP_ID), prices: { snapshot, own: true, isConfirmed: true, received: true } };

let page: PaintedPage;
const show = (html: string) => void (document.body.innerHTML = html);
const board = (inside: string, stand = 'live') =>
  show(`<div class="board is-${stand} board--strip" data-at="${AT}">${inside}</div>`);
const look = () => page.look(state);

describe('what a page has painted', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    page = new PaintedPage();
  });
  afterEach(() => void jest.useRealTimers());

  it('is the rates in the page, however new the state is', () => {
    board('<div class="stage"></div>', 'delayed');
    expect(look()).toEqual({
      still_ms: 0,
      shown: { at: AT, state: 'delayed' },
      playing: null,
      is_off: false,
      release: null,
      viewport: { width: innerWidth, height: innerHeight },
    });
    expect(page.isUp).toBe(true);
  });

  it('is old rates where there is no connection, and of the market where a board shows only rows of its own', () => {
    board('<div class="stage"></div>', 'offline');
    expect(look().shown).toEqual({ at: AT, state: 'stale' });
    board('<div class="stage"></div>', 'shop');
    expect(look().shown).toEqual({ at: AT, state: 'closed' });
  });

  it('is no rates while a message fills the screen, or the loading screen', () => {
    board('<section class="over over--veil"></section>');
    expect([look().shown, page.isUp]).toEqual([null, true]);
    board('<section class="over"><div class="hairline"></div></section>');
    expect([look().shown, page.isUp]).toEqual([null, false]);
    board('<div class="stage"></div><section class="over"><div class="hairline"></div></section>');
    expect(look().shown).toBeNull();
  });

  it('is an ad, and the rates that are in its strip', () => {
    const ad = '<div class="stage"></div><div class="ad is-over" data-ad="2/5"></div>';
    board(ad);
    expect(look()).toMatchObject({ playing: { ad: 2, of: 5 }, shown: null });
    board(`${ad}<aside class="strip"></aside>`);
    expect(look()).toMatchObject({ playing: { ad: 2, of: 5 }, shown: { at: AT, state: 'live' } });
    // A film that is still loading has the line of the loading screen.
    board(`${ad}<div class="admsg"><div class="hairline"></div></div><aside class="strip"></aside>`);
    expect(look()).toMatchObject({ playing: { ad: 2, of: 5 }, shown: { at: AT, state: 'live' } });
    board('<div class="stage"></div><div class="ad" data-ad="2/5"></div>');
    expect(look()).toMatchObject({ playing: null, shown: { at: AT } });
  });

  it('is a film that stands still for longer and longer, until it moves', () => {
    board('<div class="ad is-over" data-ad="1/1"><div class="ad__layer is-shown"><video></video></div></div>');
    const film = document.querySelector('video')!;
    const at = (time: number) => Object.defineProperty(film, 'currentTime', { value: time, configurable: true });
    const stills = [1, 2, 2, 2, 3].map((time) => {
      at(time);
      const { still_ms } = look();
      jest.advanceTimersByTime(1_000);
      return still_ms;
    });
    expect(stills).toEqual([0, 0, 1_000, 2_000, 0]);
    board('<div class="stage"></div>');
    expect(look().still_ms).toBe(0);
  });

  it('is nothing in off-hours, and the last rates after a crash', () => {
    show('<div class="board off"></div>');
    expect(look()).toMatchObject({ is_off: true, shown: null, playing: null });
    show('<div class="board is-stale"><section class="over plain"></section></div>');
    expect(look().shown).toEqual({ at: snapshot.lastUpdated, state: 'stale' });
    show('');
    expect(look().shown).toBeNull();
  });
});
