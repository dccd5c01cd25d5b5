import { limits, Pairing, PairingAnswer } from '@sarafa/contracts';
import { Changes } from '../../../shared/changes.js';
import { ask } from '../feed/ask.js';
import { ServerClock } from '../feed/server-clock.js';
import type { KeptScreen } from './kept-screen.js';

const POLL_MS = 3_000;
/** So long nobody has read a new code yet, or typed it. */
const NEW_MS = 60_000;
/** Until the next attempt, doubled with each one, where no server answers and where ours refuses. */
const RETRY_MS = { unreachable: { first: 2_000, longest: 15_000 }, refused: { first: 5_000, longest: 60_000 } } as const;

type Trouble = keyof typeof RETRY_MS;

export interface PairingView {
  /** What a person types to claim this TV; null while there is none that is good. */
  readonly code: string | null;
  /** Why the TV can't ask at the moment. */
  readonly trouble: Trouble | null;
}

interface OpenCode {
  readonly code: string;
  readonly secret: string;
  /** By the monotonic clock; milliseconds. */
  readonly beganAt: number;
  readonly endsAt: number;
}

/** Gets a TV its code, and waits until somebody has claimed it for a shop (rules 14.1 to 14.4). */
export class PairingDesk {
  private view: PairingView = { code: null, trouble: null };
  private readonly changes = new Changes();
  private readonly clock = new ServerClock();
  private readonly abort = new AbortController();
  private open: OpenCode | undefined;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;

  constructor(private readonly claimed: (screen: KeptScreen) => void) {
    addEventListener('online', this.onOnline);
    void this.step();
  }

  readonly getView = () => this.view;
  readonly subscribe = this.changes.subscribe;

  /** Whether a reload, which brings another code, is in nobody's way. */
  readonly isIdle = () => !this.view.code || !this.open || performance.now() - this.open.beganAt < NEW_MS;

  stop(): void {
    removeEventListener('online', this.onOnline);
    clearTimeout(this.timer);
    this.abort.abort();
  }

  private async step(): Promise<void> {
    clearTimeout(this.timer);
    this.isAsking = true;
    const wait = await (this.open ? this.poll(this.open) : this.openPairing());
    this.isAsking = false;
    if (this.abort.signal.aborted) return;
    const left = this.open && this.view.code ? this.open.endsAt - performance.now() : Infinity;
    this.timer = setTimeout(() => void this.step(), Math.min(wait, Math.max(0, left)));
  }

  /** Answers the time until the next step. */
  private async openPairing(): Promise<number> {
    const answer = await ask('/screens/pairings', Pairing, this.clock, this.abort.signal, 'POST');
    if (answer.kind !== 'ok') return this.failed(answer.kind);
    const { code, secret, expiresAt } = answer.value;
    // The clock of a TV may be years off.
    const now = this.clock.now();
    const left = now === undefined ? limits.screens.pairingMs : Date.parse(expiresAt) - now;
    this.open = { code, secret, beganAt: performance.now(), endsAt: performance.now() + Math.max(POLL_MS, left) };
    return this.answered();
  }

  private async poll(open: OpenCode): Promise<number> {
    const answer = await ask(`/screens/pairings/${open.secret}`, PairingAnswer, this.clock, this.abort.signal);
    if (this.abort.signal.aborted) return 0;
    if (answer.kind === 'refused' && answer.status === 404) return this.renew();
    // Only the server knows whether somebody was just in time, so an old code is asked about until the server answers.
    if (answer.kind !== 'ok') return this.failed(answer.kind);
    const { token, screen } = answer.value;
    if (token && screen) {
      const { userId, ...settings } = screen;
      this.claimed({ token, userId, settings, isMuted: null, mutedOver: null });
      return 0;
    }
    return performance.now() < open.endsAt ? this.answered() : this.renew();
  }

  /** The code on the screen stays until the next one is there. */
  private renew(): Promise<number> {
    this.open = undefined;
    return this.openPairing();
  }

  private answered(): number {
    this.failures = 0;
    this.show({ code: this.open?.code ?? null, trouble: null });
    return POLL_MS;
  }

  private failed(trouble: Trouble): number {
    if (this.abort.signal.aborted) return 0;
    const isGood = this.open !== undefined && performance.now() < this.open.endsAt;
    this.show({ code: isGood ? this.view.code : null, trouble });
    const { first, longest } = RETRY_MS[trouble];
    const full = Math.min(longest, first * 2 ** Math.min(this.failures++, 10));
    // A city's TVs must not all come back at once after a power cut.
    return full * (0.5 + Math.random() / 2);
  }

  private show(view: PairingView): void {
    if (view.code === this.view.code && view.trouble === this.view.trouble) return;
    this.view = view;
    this.changes.tell();
  }

  private readonly onOnline = () => {
    if (!this.isAsking) void this.step();
  };
}
