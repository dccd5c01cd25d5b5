import { Changes } from '../../../shared/changes.js';
import type { BoardState } from '../board-state.js';
import type { BoardStore } from '../board-store.js';
import type { ServerClock } from '../feed/server-clock.js';
import type { KeptScreen } from './kept-screen.js';

/** The board's store as a screen shows it: what is set of the screen wins over what the shop has set (rule 14.5). */
export class ScreenStore implements BoardStore {
  private readonly changes = new Changes();
  private seen: { readonly board: BoardState; readonly screen: KeptScreen; readonly state: BoardState } | undefined;
  readonly clock: ServerClock;

  constructor(
    private readonly board: BoardStore,
    private readonly screen: () => KeptScreen,
  ) {
    this.clock = board.clock;
    board.subscribe(() => this.changed());
  }

  readonly getState = (): BoardState => {
    const board = this.board.getState();
    const screen = this.screen();
    if (this.seen?.board !== board || this.seen.screen !== screen)
      this.seen = { board, screen, state: onScreen(board, screen) };
    return this.seen.state;
  };
  readonly subscribe = this.changes.subscribe;
  readonly diskIsFull = (isFull: boolean) => this.board.diskIsFull(isFull);
  readonly look = () => this.board.look();
  readonly stop = () => this.board.stop();

  /** Has to be called when what is set of the screen has changed. */
  changed(): void {
    this.changes.tell();
  }
}

function onScreen(board: BoardState, { settings, isMuted }: KeptScreen): BoardState {
  const { profile } = board;
  if (!profile) return board;
  const { layout_orientation, shows } = settings;
  return {
    ...board,
    profile: {
      ...profile,
      layout_orientation: layout_orientation ?? profile.layout_orientation,
      ads_enabled: profile.ads_enabled && shows !== 'rates',
      default_mute_state: isMuted ?? profile.default_mute_state,
    },
  };
}
