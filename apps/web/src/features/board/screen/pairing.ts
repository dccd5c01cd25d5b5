import { limits, Pairing, PairingAnswer } from '@sarafa/contracts';
import { Changes } from '../../../shared/changes.js';
import { ask } from '../feed/ask.js';
import { ServerClock } from '../feed/server-clock.js';
import { type KeptScreen, loadCode, saveCode } from './kept-screen.js';

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

/** Times are milliseconds of the monotonic clock. */
interface OpenCode extends Pairing {
  readonly beganAt: number;
  /** Not known of a code from before, until the server has answered and so said its time. */
  endsAt?: number;
}

/** Gets a TV its code, and waits until somebody has claimed it for a shop (rules 14.1 to 14.4). */
export class PairingDesk {
  private view: PairingView = { code: null, trouble: null };
  private readonly changes = new Changes();
  private readonly clock = new ServerClock();
  private readonly abort = new AbortController();
  /** At first the one from before the page was loaded again, which is shown where the server still knows it. */
  private open: OpenCode | undefined = codeFromBefore();
  /** Whether the answer that pairs this TV may have been lost: a request had none, or the page was loaded again. */
  private isLost = this.open !== undefined;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;

  constructor(private readonly claimed: (screen: KeptScreen) => void) {
    addEventListener('online', this.onOnline);
    void this.step();
  }

  readonly getView = () => this.view;
  readonly subscribe = this.changes.subscribe;

  /** Whether a reload is in nobody's way: without a storage it brings another code. */
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
    const left = this.view.code ? this.left() : Infinity;
    this.timer = setTimeout(() => void this.step(), Math.min(wait, Math.max(0, left)));
  }

  /** Answers the time until the next step. */
  private async openPairing(): Promise<number> {
    const answer = await ask('/screens/pairings', Pairing, this.clock, this.abort.signal, 'POST');
    if (answer.kind !== 'ok') return this.failed(answer.kind);
    saveCode(answer.value);
    this.open = { ...answer.value, beganAt: performance.now() };
    return this.answered();
  }

  private async poll(open: OpenCode): Promise<number> {
    const again = this.isLost ? '?again=true' : '';
    this.isLost = true;
    const answer = await ask(`/screens/pairings/${open.secret}${again}`, PairingAnswer, this.clock, this.abort.signal);
    if (this.abort.signal.aborted) return 0;
    if (answer.kind === 'refused' && answer.status === 404) return this.renew();
    // Only the server knows whether somebody was just in time, so an old code is asked about until the server answers.
    if (answer.kind !== 'ok') return this.failed(answer.kind);
    this.isLost = false;
    const { token, screen } = answer.value;
    if (token && screen) {
      const { userId, ...settings } = screen;
      this.claimed({ token, userId, settings, isMuted: null, mutedOver: null });
      return 0;
    }
    return this.left() > 0 ? this.answered() : this.renew();
  }

  /** How long the code is good for; milliseconds. */
  private left(): number {
    return (this.open?.endsAt ?? Infinity) - performance.now();
  }

  /** The code on the screen stays until the next one is there. */
  private renew(): Promise<number> {
    this.open = undefined;
    return this.openPairing();
  }

  private answered(): number {
    this.failures = 0;
    if (this.open) this.open.endsAt ??= this.endOf(this.open);
    this.show({ code: this.open?.code ?? null, trouble: null });
    return POLL_MS;
  }

  private endOf({ expiresAt }: Pairing): number {
    // The clock of a TV may be years off.
    const now = this.clock.now();
    const left = now === undefined ? limits.screens.pairingMs : Date.parse(expiresAt) - now;
    return performance.now() + Math.max(POLL_MS, left);
  }

  private failed(trouble: Trouble): number {
    if (this.abort.signal.aborted) return 0;
    this.show({ code: this.open && this.left() > 0 ? this.view.code : null, trouble });
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

function codeFromBefore(): OpenCode | undefined {
  const code = loadCode();
  return code && { ...code, beganAt: performance.now() };
}
