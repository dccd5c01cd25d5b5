import { forgetAds } from '../ads/forget-ads.js';
import { forgetBoard, KEPT_BOARD } from '../feed/kept-board.js';
import { loadScreen } from '../screen/kept-screen.js';

/** An operator may open hundreds of boards in one browser, each of them once. */
const MOST = 20;

/**
 * Forgets what this device keeps of boards that it hasn't shown for `longestMs`, and of all but the last ones, but never of the
 * one that it shows nor of a paired screen's. `now` is the server's time.
 */
export function forgetOldBoards(shown: string, now: number, longestMs: number): void {
  try {
    const staying = [shown, loadScreen()?.userId];
    const others = Object.keys(localStorage)
      .filter((key) => key.startsWith(KEPT_BOARD))
      .map((key) => key.slice(KEPT_BOARD.length))
      .filter((id) => !staying.includes(id))
      .map((id) => ({ id, heardAt: heardAt(id) }))
      .sort((a, b) => b.heardAt - a.heardAt);
    others.forEach((board, index) => {
      if (index < MOST && now - board.heardAt <= longestMs) return;
      forgetBoard(board.id);
      void forgetAds(board.id);
    });
  } catch {
    return;
  }
}

/** When the board was last told something; 0 where that can't be read. */
function heardAt(id: string): number {
  try {
    return Number((JSON.parse(localStorage.getItem(KEPT_BOARD + id) ?? '') as { heardAt?: unknown }).heardAt) || 0;
  } catch {
    return 0;
  }
}
