import { type ScreenCommand, screenEvents } from '@sarafa/contracts';
import { Changes } from '../../../shared/changes.js';
import { forgetAds } from '../ads/forget-ads.js';
import { type BoardStore, startBoard } from '../board-store.js';
import { boardPage, ReleaseFollower } from '../release/follow-releases.js';
import { forgetBoard } from '../feed/kept-board.js';
import { ownRelease } from '../release/own-release.js';
import { NEXT_TURN, SOUND } from './remote.js';
import { Beats } from './beats.js';
import { forgetScreen, type KeptScreen, saveScreen } from './kept-screen.js';
import { PaintedPage } from './painted.js';
import { ScreenStore } from './screen-store.js';

/**
 * How long a screen may be missing: a gateway may hear of a new one a moment after the screen itself, and may believe an older
 * copy of all data for some seconds.
 */
const MISSING_MS = 3_500;
const IDENTIFY_MS = 10_000;

export interface ScreenView {
  readonly settings: KeptScreen['settings'];
  /** Whether the screen's name stands over everything. */
  readonly isIdentified: boolean;
}

/** A TV that was paired: the board of its shop, what is set of the screen, its remote and its beats (rules 14.5 to 14.9). */
export class PairedScreen {
  readonly store: ScreenStore;
  private readonly board: BoardStore;
  private readonly beats: Beats;
  private readonly follower: ReleaseFollower | undefined;
  private readonly unsubscribe: () => void;
  private readonly page = new PaintedPage();
  private readonly changes = new Changes();
  private view: ScreenView;
  private missing: ReturnType<typeof setTimeout> | undefined;
  private identified: ReturnType<typeof setTimeout> | undefined;
  private reloadsAfter: string | undefined;
  /** Whether the server has said by the stream that the screen is there. */
  private isConfirmed = false;
  private lastCommand: string | undefined;

  /** `removed` is called once the server doesn't know the screen or its shop any more, and nothing of them is left here. */
  constructor(
    private kept: KeptScreen,
    private readonly removed: () => void,
    private readonly reload: () => void = () => location.reload(),
  ) {
    this.view = { settings: kept.settings, isIdentified: false };
    const events = Object.keys(screenEvents);
    this.board = startBoard(kept.userId, { id: kept.settings.id, events, take: (name, data) => this.take(name, data) });
    this.store = new ScreenStore(this.board, () => this.kept);
    this.unsubscribe = this.board.subscribe(() => {
      if (this.board.getState().isForgotten) this.forget();
      else {
        saveScreen(this.kept);
        this.followSound();
      }
    });
    this.beats = new Beats(kept.settings.id, kept.token, {
      look: () => ({ painted: this.page.look(this.store.getState()), isUp: this.page.isUp }),
      renewed: (token) => this.keep({ token }),
      // When the server's keys were replaced, the token of a screen without a kept secret is refused, and the screen is there.
      refused: (isRemoved) => {
        if (isRemoved || !this.isConfirmed) this.forget();
      },
      told: (id) => {
        if (id === this.reloadsAfter) this.reload();
      },
    });
    const page = boardPage(this.store);
    // A TV that can't keep its pairing would be at a code.
    const mayReload = () => page.mayReload() && saveScreen(this.kept);
    if (ownRelease) this.follower = new ReleaseFollower({ ...page, mayReload }, this.reload);
  }

  readonly getView = () => this.view;
  readonly subscribe = this.changes.subscribe;

  stop(): void {
    clearTimeout(this.missing);
    clearTimeout(this.identified);
    this.beats.stop();
    this.follower?.stop();
    this.unsubscribe();
    this.board.stop();
  }

  private take(name: string, data: unknown): void {
    if (name === 'screen') this.setTo(screenEvents.screen.safeParse(data).data?.screen);
    // A command that this release doesn't know is passed over.
    else this.obey(screenEvents.command.safeParse(data).data);
  }

  private setTo(settings: KeptScreen['settings'] | null | undefined): void {
    if (settings === undefined) return;
    clearTimeout(this.missing);
    if (settings === null) this.missing = setTimeout(() => this.forget(), MISSING_MS);
    else if (settings.id === this.kept.settings.id) {
      this.isConfirmed = true;
      this.keep({ settings });
    }
  }

  private obey(sent: { id: string; command: ScreenCommand } | undefined): void {
    if (!sent || sent.id === this.lastCommand) return;
    this.lastCommand = sent.id;
    if (sent.command === 'reload' && !saveScreen(this.kept)) return;
    this.do(sent.command, sent.id);
    this.beats.done(sent.id);
  }

  private do(command: ScreenCommand, id: string): void {
    switch (command) {
      case 'reload':
        // Once the server has taken the beat, so that it answers the reload as well.
        this.reloadsAfter = id;
        return;
      case 'identify':
        clearTimeout(this.identified);
        this.show({ isIdentified: true });
        this.identified = setTimeout(() => this.show({ isIdentified: false }), IDENTIFY_MS);
        return;
      case 'next':
        dispatchEvent(new Event(NEXT_TURN));
        return;
      case 'mute':
      case 'unmute': {
        const isMuted = command === 'mute';
        this.keep({ isMuted, mutedOver: this.board.getState().profile?.default_mute_state ?? null });
        dispatchEvent(new CustomEvent(SOUND, { detail: isMuted }));
      }
    }
  }

  /** The later of two changes wins: the remote's, or the shop's of its own setting. */
  private followSound(): void {
    const { isMuted, mutedOver } = this.kept;
    const now = this.board.getState().profile?.default_mute_state;
    if (isMuted === null || now === undefined || now === mutedOver) return;
    // The setting of the shop was not known yet when the remote was used.
    if (mutedOver === null) return this.keep({ mutedOver: now });
    this.keep({ isMuted: null, mutedOver: null });
    dispatchEvent(new CustomEvent(SOUND, { detail: null }));
  }

  private keep(changes: Partial<KeptScreen>): void {
    const next = { ...this.kept, ...changes };
    if (JSON.stringify(next) === JSON.stringify(this.kept)) return;
    this.kept = next;
    saveScreen(next);
    this.store.changed();
    this.show({ settings: next.settings });
  }

  private show(changes: Partial<ScreenView>): void {
    this.view = { ...this.view, ...changes };
    this.changes.tell();
  }

  private forget(): void {
    this.stop();
    forgetScreen();
    forgetBoard(this.kept.userId);
    void forgetAds(this.kept.userId);
    this.removed();
  }
}
