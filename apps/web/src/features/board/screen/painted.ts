import { ShownState, type ShownRates } from '@sarafa/contracts';
import type { BoardState } from '../board-state.js';
import { isLoading } from '../loading.js';
import { ownRelease } from '../release/own-release.js';
import type { Painted } from './beat-link.js';

/** Marks the black screen of off-hours. */
export const OFF = 'off';

/**
 * Reads from the page what it shows, rather than from the board's state: a screen that hangs or has crashed has the newest
 * state too.
 */
export class PaintedPage {
  private film: HTMLVideoElement | null = null;
  private filmAt = -1;
  private movedAt = 0;

  look(state: BoardState): Painted {
    const is_off = document.querySelector(`.${OFF}`) !== null;
    const board = document.querySelector<HTMLElement>('.board');
    const ad = is_off ? null : document.querySelector<HTMLElement>('.ad.is-over');
    return {
      still_ms: this.stillMs(ad),
      shown: is_off || !board || !this.isUp ? null : shownOn(board, ad, state),
      playing: playedIn(ad),
      is_off,
      release: ownRelease ?? null,
      viewport: { width: Math.round(innerWidth), height: Math.round(innerHeight) },
    };
  }

  /** Whether the loading screen is over. */
  get isUp(): boolean {
    return !isLoading();
  }

  /** How long the film that shows has stood still; a stuck decoder leaves the rest of the page moving. */
  private stillMs(ad: HTMLElement | null): number {
    const film = ad?.querySelector<HTMLVideoElement>('.ad__layer.is-shown video') ?? null;
    const now = performance.now();
    const at = film ? film.currentTime : -1;
    if (!film || film !== this.film || at !== this.filmAt) this.movedAt = now;
    this.film = film;
    this.filmAt = at;
    return Math.round(now - this.movedAt);
  }
}

/** The rates on the stage or, while an ad fills the screen, in its strip. */
function shownOn(board: HTMLElement, ad: HTMLElement | null, { prices }: BoardState): ShownRates | null {
  const rates = board.querySelector(ad ? '.strip' : '.stage');
  if (rates) {
    const { at } = board.dataset;
    const [, stand] = /\bis-(\w+)/.exec(board.className) ?? [];
    // A board of the shop's own prices alone says nothing of the market, so it stands as the market does.
    const state = stand === 'shop' ? prices?.snapshot.state : stand;
    return at === undefined ? null : { at, state: ShownState.catch('stale').parse(state) };
  }
  // The plain list after a crash shows the rates of that moment and isn't updated, so it is reported as stale.
  const at = prices?.snapshot.lastUpdated;
  return board.querySelector('.plain') && at !== undefined ? { at, state: 'stale' } : null;
}

function playedIn(ad: HTMLElement | null): Painted['playing'] {
  const [place, of] = (ad?.dataset.ad ?? '').split('/').map(Number);
  return place && of ? { ad: place, of } : null;
}
