import type { Beat } from '@sarafa/contracts';
import type { FromPulse, Painted, ToPulse } from './beat-link.js';

/** A refused beat is repeated after this time, because a gateway may believe an older copy of all data for some seconds. */
const DOUBT_MS = 3_000;

export interface BeatReply {
  readonly status: number;
  readonly body: unknown;
}

/**
 * A screen's beats (rule 14.6), in a worker: when the page's own thread hangs, its last frame only gets older here. Without
 * contracts, because these would be in the worker's script again.
 */
export class Pulse {
  private token = '';
  private painted: Painted | undefined;
  private isUp = false;
  private isDoubted = false;
  /** By the monotonic clock. */
  private paintedAt = 0;

  constructor(
    /** Sends the text of a beat. */
    private readonly send: (token: string, beat: string) => Promise<BeatReply>,
    private readonly tell: (news: FromPulse) => void,
  ) {}

  take(message: ToPulse): void {
    if (message.type === 'start') {
      this.token = message.token;
      setInterval(() => void this.beat(), message.everyMs);
    } else if (message.type === 'painted') {
      this.painted = message.painted;
      this.paintedAt = performance.now();
      if (!message.isUp || this.isUp) return;
      this.isUp = true;
      void this.beat();
    } else void this.beat(message.id);
  }

  /** A beat that fails isn't repeated: the next one comes soon, and says more. */
  private async beat(done?: string): Promise<void> {
    if (!this.painted) return;
    const still_ms = Math.round(this.painted.still_ms + performance.now() - this.paintedAt);
    const beat: Beat = { ...this.painted, still_ms, ...(done !== undefined && { done }) };
    const reply = await this.send(this.token, JSON.stringify(beat)).catch(() => undefined);
    if (!reply) return;
    const { status, body } = reply;
    if (status === 401) return this.refused(body);
    if (status !== 200) return;
    this.isDoubted = false;
    const token = tokenIn(body);
    if (token) {
      this.token = token;
      this.tell({ type: 'token', token });
    }
    if (done !== undefined) this.tell({ type: 'told', id: done });
  }

  private refused(body: unknown): void {
    if (this.isDoubted) return this.tell({ type: 'refused', body });
    this.isDoubted = true;
    setTimeout(() => void this.beat(), DOUBT_MS);
  }
}

function tokenIn(body: unknown): string | undefined {
  const { token } = (body ?? {}) as { token?: unknown };
  return typeof token === 'string' && token ? token : undefined;
}
