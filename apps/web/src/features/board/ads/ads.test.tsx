/** @jest-environment ./src/testing/web-environment.mjs */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Advertisement, ShopDashboard } from '@sarafa/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import { rates, row, shop } from '../../../testing/fixtures.js';
import { passInSteps } from '../../../testing/pass-in-steps.js';
import { shownBoard } from '../../../testing/shown-board.js';

const PRICES_MS = 60_000;
const AD_MS = 30_000;
const FADE_MS = 700;
const STEP_MS = 500;

const board = shownBoard();
const { start, send } = board;
/** Imitates what the browser does with each image and each video. */
let decode: () => Promise<void>;
let play: (film: HTMLVideoElement) => Promise<void>;

function ad(name: string): Advertisement {
  const id = Buffer.from(name).toString('hex').padEnd(24, '0');
  const file_type = name.startsWith('film') ? 'video' : 'image';
  return {
    id,
    _id: id,
    file_type,
    file_path: `/media/ads/${name}`,
    file_name: name,
    duration: file_type === 'video' ? 12 : null,
  };
}

/** Advances in steps, because React's effects start timers of their own. Sends the stream's heartbeats meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    act(() => jest.advanceTimersByTime(Math.min(left, STEP_MS)));
    heartbeat();
    await act(async () => undefined);
  }
}

function heartbeat(): void {
  send('heartbeat', { now: new Date().toISOString() });
}

async function openBoard(names: string[], changes: Partial<ShopDashboard> = {}): Promise<void> {
  start();
  send('profile', shop(changes));
  send('prices', rates());
  send('custom-tables', []);
  send('advertisements', names.map(ad));
  send('maintenance', { isMaintenanceMode: false, enabled: true });
  heartbeat();
  await pass(1_500);
}

const NO_ROWS = { gold_prices_enabled: false, silver_prices_enabled: false };
const shownAd = () => document.querySelector('.is-shown > *')?.getAttribute('src')?.replace('/media/ads/', '') ?? 'none';
const loaded = () => [...document.querySelectorAll('.ad__layer > [src]')].map((each) => each.getAttribute('src')!.slice(11));
const isBoardUnderAd = () => document.querySelector('.board')!.classList.contains('board--ad');
const strip = () => document.querySelector('.strip');
const film = () => document.querySelector<HTMLVideoElement>('.ad video')!;
const filmSays = (event: string) => act(() => void fireEvent(film(), new Event(event)));

beforeEach(() => {
  decode = () => Promise.resolve();
  play = () => Promise.resolve();
  HTMLImageElement.prototype.decode = () => decode();
  HTMLMediaElement.prototype.play = function () {
    return play(this as HTMLVideoElement);
  };
});

describe('an image ad', () => {
  it('has the screen after the prices for its time, with the rates in a strip, and the prices return', async () => {
    await openBoard(['ring.webp', 'chain.webp']);
    await pass(PRICES_MS - 10);
    expect([shownAd(), isBoardUnderAd(), strip()]).toEqual(['none', false, null]);
    await pass(10);
    expect([shownAd(), isBoardUnderAd()]).toEqual(['ring.webp', true]);
    expect(strip()!.textContent).toBe(
      '24K GOLD(10g)₹1,57,82122K GOLD(10g)₹1,44,56418K GOLD(10g)₹1,18,366SILVER(1kg)₹2,36,4504:11pmLive',
    );
    await pass(AD_MS);
    expect([shownAd(), isBoardUnderAd()]).toEqual(['none', false]);
    await pass(FADE_MS);
    expect([loaded(), strip()]).toEqual([[], null]);
    await pass(PRICES_MS - FADE_MS);
    expect(shownAd()).toBe('chain.webp');
  });

  it('hides no rows for good: a page’s seconds count only while it is seen', async () => {
    await openBoard(['ring.webp'], { price_display_time: 12, ad_display_time: 12 });
    send(
      'custom-tables',
      Array.from({ length: 10 }, (_, index) => row(index + 1, `Row ${index + 1}`, 100 + index)),
    );
    const seen: string[] = [];
    for (let step = 0; step < 240; step++) {
      await pass(STEP_MS);
      if (!isBoardUnderAd()) seen.push(screen.getByText(/^Page \d of 2$/).textContent!);
    }
    const share = seen.filter((page) => page === 'Page 2 of 2').length / seen.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.15);
  });

  it('shows other rates in its strip than the ad before, where the line hasn’t room for all', async () => {
    await openBoard(['ring.webp'], { price_display_time: 10, ad_display_time: 5 });
    send(
      'custom-tables',
      Array.from({ length: 5 }, (_, index) => row(index + 1, `Row ${index + 1}`, 100 + index)),
    );
    const shown: string[] = [];
    for (let step = 0; step < 90; step++) {
      await pass(STEP_MS);
      const first = strip()?.querySelector('b span')?.textContent;
      if (first && first !== shown.at(-1)) shown.push(first);
    }
    expect(shown).toEqual(['24K GOLD', 'SILVER', 'Row 3']);
  });

  it('is loaded before its turn, and waits for its last pixel while the board stays', async () => {
    let isDecoded = () => undefined as void;
    decode = () => new Promise((resolve) => (isDecoded = resolve));
    await openBoard(['ring.webp']);
    await pass(PRICES_MS - 8_000);
    expect(loaded()).toEqual(['ring.webp']);
    await pass(9_000);
    expect([shownAd(), isBoardUnderAd(), strip()]).toEqual(['none', false, null]);
    await act(async () => isDecoded());
    expect([shownAd(), isBoardUnderAd()]).toEqual(['ring.webp', true]);
  });

  it('follows another without a moment between them when there are no rows', async () => {
    await openBoard(['ring.webp', 'chain.webp'], NO_ROWS);
    await pass(FADE_MS);
    expect(loaded()).toEqual(['chain.webp', 'ring.webp']);
    let isDecoded = () => undefined as void;
    decode = () => new Promise((resolve) => (isDecoded = resolve));
    await pass(AD_MS + 200);
    expect(shownAd()).toBe('ring.webp');
    await act(async () => isDecoded());
    expect(shownAd()).toBe('chain.webp');
    expect(loaded()).toEqual(['chain.webp', 'ring.webp']);
    await pass(FADE_MS);
    expect(isBoardUnderAd()).toBe(true);
  });

  it('is passed over when it is broken', async () => {
    await openBoard(['ring.webp', 'chain.webp']);
    let tries = 0;
    decode = () => (++tries === 1 ? Promise.reject(new Error('broken')) : Promise.resolve());
    await pass(PRICES_MS);
    expect(shownAd()).toBe('chain.webp');
  });

  it('goes without a strip where the shop wants none', async () => {
    await openBoard(['ring.webp'], { rates_over_ads: false });
    await pass(PRICES_MS);
    expect([shownAd(), strip()]).toEqual(['ring.webp', null]);
  });
});

describe('a video ad', () => {
  it('says that it loads, plays, and is let go of at its end', async () => {
    await openBoard(['film.mp4']);
    await pass(PRICES_MS + 300);
    expect(screen.queryByText('Loading video...')).toBeNull();
    await pass(200);
    expect(screen.getByText('Loading video...')).toBeTruthy();
    expect(strip()).not.toBeNull();
    filmSays('playing');
    expect([shownAd(), screen.queryByText('Loading video...')]).toEqual(['film.mp4', null]);
    const played = film();
    filmSays('ended');
    await pass(FADE_MS);
    expect([shownAd(), loaded(), played.hasAttribute('src')]).toEqual(['none', [], false]);
  });

  it('is left at once when it has not begun after ten seconds', async () => {
    await openBoard(['film.mp4', 'ring.webp']);
    await pass(PRICES_MS + 9_990);
    expect(screen.getByText('Loading video...')).toBeTruthy();
    await pass(20);
    expect([shownAd(), screen.queryByText(/video/i)]).toEqual(['ring.webp', null]);
  });

  it('says that it failed for five seconds, with both buttons, and the next ad comes', async () => {
    await openBoard(['film.mp4', 'ring.webp']);
    await pass(PRICES_MS);
    filmSays('error');
    expect(screen.getByRole('alert').textContent).toContain('Video failed to load');
    await pass(4_990);
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    await pass(20);
    expect([shownAd(), screen.queryByRole('alert')]).toEqual(['ring.webp', null]);
  });

  it('is tried again, or skipped, when somebody says so', async () => {
    await openBoard(['film.mp4', 'ring.webp']);
    await pass(PRICES_MS);
    filmSays('error');
    act(() => screen.getByRole('button', { name: 'Try Again' }).click());
    expect(screen.queryByRole('alert')).toBeNull();
    filmSays('error');
    await act(async () => screen.getByRole('button', { name: 'Skip Video' }).click());
    expect(shownAd()).toBe('ring.webp');
  });

  it('that the browser refuses to play at all has failed', async () => {
    play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    await openBoard(['film.mp4']);
    await pass(PRICES_MS);
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('of two in a row is let go of before the next one is loaded, and leaves its last picture', async () => {
    const holders = () =>
      [...document.querySelectorAll('video')].filter((each) => each.hasAttribute('src') || each.firstElementChild);
    let most = 0;
    const { set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')!;
    jest.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement, value) {
      set!.call(this, value);
      most = Math.max(most, holders().length);
    });
    jest.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1_920);
    const drawn: string[] = [];
    const drawImage = (film: HTMLVideoElement) => drawn.push(film.getAttribute('src')!);
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
    const saysNext = (event: string) => act(() => void fireEvent(holders()[0]!, new Event(event)));
    await openBoard(['film-1.mp4', 'film-2.mp4'], NO_ROWS);
    saysNext('playing');
    expect([shownAd(), most]).toEqual(['film-1.mp4', 1]);
    saysNext('ended');
    expect([loaded(), drawn]).toEqual([['film-2.mp4'], ['/media/ads/film-1.mp4']]);
    expect(document.querySelector('.is-shown canvas')!.getAttribute('width')).toBe('1920');
    saysNext('playing');
    expect(shownAd()).toBe('film-2.mp4');
    await pass(FADE_MS);
    saysNext('ended');
    saysNext('playing');
    expect([shownAd(), most]).toEqual(['film-1.mp4', 1]);
    jest.restoreAllMocks();
  });

  it('stops the film of the background meanwhile', async () => {
    await openBoard(['film.mp4']);
    expect(document.querySelector('.ground video')).not.toBeNull();
    await pass(PRICES_MS);
    expect(document.querySelector('.ground video')).toBeNull();
    filmSays('playing');
    filmSays('ended');
    await pass(FADE_MS);
    expect(document.querySelector('.ground video')).not.toBeNull();
  });
});

describe("a video ad's sound", () => {
  const button = () => screen.getByRole('button', { name: /mute/i }).getAttribute('aria-label');

  it("follows the shop, and the board's button over it", async () => {
    await openBoard(['film.mp4']);
    await pass(PRICES_MS);
    filmSays('playing');
    expect([film().muted, button()]).toEqual([true, 'Unmute']);
    act(() => screen.getByRole('button', { name: 'Unmute' }).click());
    expect([film().muted, button()]).toEqual([false, 'Mute']);
    send('profile', shop({ default_mute_state: true, shop_name: 'Another' }));
    expect(film().muted).toBe(false);
  });

  it('is off where the browser allows none, until somebody touches the board', async () => {
    play = (element) => (element.muted ? Promise.resolve() : Promise.reject(new DOMException('no', 'NotAllowedError')));
    await openBoard(['film.mp4'], { default_mute_state: false });
    await pass(PRICES_MS);
    filmSays('playing');
    expect([film().muted, shownAd(), button()]).toEqual([true, 'film.mp4', 'Unmute']);
    play = () => Promise.resolve();
    act(() => document.body.click());
    expect([film().muted, button()]).toEqual([false, 'Mute']);
  });
});

describe('the file of an ad', () => {
  it('is asked for again as soon as the server is there again, and not in vain while it is away', async () => {
    const empty = { open: async () => ({ keys: async () => [], match: async () => undefined }), keys: async () => [] };
    Object.defineProperty(window, 'caches', { value: empty, configurable: true });
    const asked = () => board.network.askedFor('/media/ads/ring.webp');
    await openBoard(['ring.webp']);
    await pass(5_000);
    expect(asked()).toBe(1);
    board.network.cut();
    await act(() => passInSteps(70_000, STEP_MS));
    expect(asked()).toBe(1);
    // The next stream may be five seconds away.
    await pass(9_000);
    expect(asked()).toBe(2);
    Reflect.deleteProperty(window, 'caches');
  });
});

describe('what is kept of boards that this device has shown once', () => {
  it('is forgotten: at once that of too many, and later that of long ago', async () => {
    const DAY_MS = 86_400_000;
    const keep = (index: number, heardAt: number) =>
      localStorage.setItem(`sarafa.board.v1.${String(index).padStart(24, '0')}`, JSON.stringify({ heardAt }));
    const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('sarafa.board.v1.0000')).length;
    for (let index = 0; index < 40; index++) keep(index, Date.now() - DAY_MS * (index + 20));
    await openBoard([]);
    expect(kept()).toBe(20);
    // In one step, because ten minutes of a board take seconds.
    await act(async () => void jest.advanceTimersByTime(10 * 60_000));
    expect(kept()).toBe(10);
  });
});

describe('a push', () => {
  it('in the middle of an ad restarts nothing', async () => {
    await openBoard(['film.mp4', 'ring.webp']);
    await pass(PRICES_MS);
    filmSays('playing');
    const playing = film();
    send('advertisements', ['film.mp4', 'ring.webp'].map(ad));
    send('profile', shop({ price_display_time: 120 }));
    send('prices', rates({ gold24: 158_000 }));
    expect([film() === playing, shownAd()]).toEqual([true, 'film.mp4']);
    expect(strip()!.textContent).toContain('1,58,000');
  });

  it('that deletes the ad, or switches ads off, brings the prices back', async () => {
    await openBoard(['ring.webp', 'chain.webp']);
    await pass(PRICES_MS);
    send('advertisements', [ad('chain.webp')]);
    expect(shownAd()).toBe('none');
    await pass(PRICES_MS);
    expect(shownAd()).toBe('chain.webp');
    send('profile', shop({ ads_enabled: false }));
    expect([shownAd(), isBoardUnderAd()]).toEqual(['none', false]);
  });

  it('of maintenance takes the screen from an ad', async () => {
    await openBoard(['ring.webp']);
    await pass(PRICES_MS);
    send('maintenance', { isMaintenanceMode: false, enabled: false });
    expect([shownAd(), isBoardUnderAd()]).toEqual(['none', false]);
    expect(screen.getByText('Under Maintenance')).toBeTruthy();
  });
});

describe('a board without rows', () => {
  it('is the dark idle screen without ads, and between tries of ads that all fail', async () => {
    await openBoard([], NO_ROWS);
    expect(document.querySelector('.over--idle')).not.toBeNull();
    decode = () => Promise.reject(new Error('broken'));
    await act(async () => board.network.stream.send('advertisements', [ad('ring.webp')]));
    await pass(20_000);
    expect([document.querySelector('.over--idle') !== null, isBoardUnderAd()]).toEqual([true, false]);
    decode = () => Promise.resolve();
    await pass(10_000);
    expect([shownAd(), isBoardUnderAd()]).toEqual(['ring.webp', true]);
  });
});
