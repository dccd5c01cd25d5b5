import { useEffect } from 'react';
import type { BoardState } from '../board-state.js';
import type { BoardView, Stand } from '../board-view.js';
import { ownRelease } from './own-release.js';
import { workers } from '../../../shared/release/workers.js';

type Shows = 'rates' | 'notice' | 'kept';

/**
 * Reports to the service worker what this page has painted. By this the worker judges a new release, and returns to the one
 * before when nothing was painted. Rates count when the server told them to this page; kept rates prove little. A hidden page,
 * for which browsers paint nothing, reports its rates as if there were none to show: that they are painted can't be known of it.
 */
export function useReleaseProof(shows: Shows, shop?: string): void {
  useEffect(() => {
    const container = workers();
    if (!ownRelease || !container) return;
    const report = (shows: Shows) => {
      const message = { type: 'board-shows', release: ownRelease, shows, shop };
      container.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
    };
    const look = () => document.hidden && report(shows === 'rates' ? 'notice' : shows);
    // Not at once, because a page is hidden too as it is left, and would then speak for the one that is loaded in its place.
    const change = () => setTimeout(look);
    let frame = requestAnimationFrame(() => {
      // The second frame starts after the first one was painted.
      frame = requestAnimationFrame(() => report(shows));
    });
    look();
    document.addEventListener('visibilitychange', change);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', change);
    };
  }, [shows, shop]);
}

export function shownBy({ link, prices }: BoardState, view: BoardView, stand: Stand): Shows {
  if (link !== 'reached' || view === 'loading') return 'kept';
  if (view !== 'rates') return 'notice';
  return stand === 'shop' || prices?.received ? 'rates' : 'kept';
}
