import { Id, boardLimits } from '@sarafa/contracts';
import { Changes } from '../../shared/changes.js';
import { forgetAds } from './ads/forget-ads.js';
import { BoardFeed } from './feed/board-feed.js';
import { type BoardAction, boardReducer, type BoardState } from './board-state.js';
import type { ScreenLink } from './feed/board-stream.js';
import { forgetBoard, loadBoard, saveBoard } from './feed/kept-board.js';
import { ServerClock } from './feed/server-clock.js';

const SAVE_AFTER_MS = 1_000;
/** A change of the time alone is stored rarely, because writing wears out a TV's flash memory. */
const SAVE_TIME_AFTER_MS = 60_000;

/** A running board outside of React, which goes on while the screen's components crash and are rendered anew. */
export interface BoardStore {
  readonly clock: ServerClock;
  getState(): BoardState;
  /** Answers a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /** Sets whether this device has no room for some of the ads. */
  diskIsFull(isFull: boolean): void;
  /** Judges by the clocks whether what is shown is still right. Has to be called all the time. */
  look(): void;
  stop(): void;
}

/** `screen` is the paired screen that the board is on. */
export function startBoard(id: string, screen?: ScreenLink): BoardStore {
  const kept = loadBoard(id);
  const clock = new ServerClock(kept.clock);
  const changes = new Changes();
  let state = kept.board;
  let saving: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const save = () => {
    saving = undefined;
    saveBoard(state, clock.keep());
  };
  const keep = (action: BoardAction) => {
    if (action.type === 'reached' && saving) return;
    clearTimeout(saving);
    saving = undefined;
    if (state.isForgotten) {
      forgetBoard(id);
      void forgetAds(id);
    } else if (state.profile || state.prices)
      saving = setTimeout(save, action.type === 'reached' ? SAVE_TIME_AFTER_MS : SAVE_AFTER_MS);
  };
  const dispatch = (action: BoardAction) => {
    // Else an answer that comes late would keep what was forgotten meanwhile.
    if (isStopped) return;
    const before = state;
    state = boardReducer(state, action);
    if (state === before) return;
    if (state.flashCount !== before.flashCount) {
      const seq = state.flashCount;
      setTimeout(() => dispatch({ type: 'flash-over', seq }), boardLimits.flashMs);
    }
    keep(action);
    changes.tell();
  };

  const feed = new BoardFeed(id, dispatch, () => state, clock, screen);
  // An id that can't be a shop's isn't asked for; the server would answer that there is no such board.
  if (Id.safeParse(id).success) feed.start();
  else dispatch({ type: 'gone' });
  return {
    clock,
    getState: () => state,
    subscribe: changes.subscribe,
    diskIsFull: (isFull) => dispatch({ type: 'disk', isFull }),
    look: () => feed.look(),
    stop: () => {
      isStopped = true;
      feed.stop();
      if (!saving) return;
      clearTimeout(saving);
      save();
    },
  };
}
