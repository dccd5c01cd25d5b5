import { useEffect } from 'react';
import type { BoardStore } from '../board-store.js';
import { forgetOldBoards } from './old-boards.js';

/** A whole season in which a shop is closed is longer, but then its own board is the one that shows. */
const LONGEST_MS = 30 * 86_400_000;
/** By then another board of a browser that was off for long has been told something too. */
const AFTER_MS = 10 * 60_000;

/** Forgets old boards of this device while the server, whose time counts, can be reached. */
export function useOldBoards({ clock, getState }: BoardStore, isReached: boolean): void {
  useEffect(() => {
    if (!isReached) return;
    const forget = (longestMs: number) => {
      const now = clock.now();
      if (now !== undefined) forgetOldBoards(getState().id, now, longestMs);
    };
    forget(Infinity);
    const timer = setInterval(() => forget(LONGEST_MS), AFTER_MS);
    return () => clearInterval(timer);
  }, [clock, getState, isReached]);
}
