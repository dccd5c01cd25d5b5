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
  private id = '';
  private secret: string | undefined;
  private isSecretKept = false;
  private painted: Painted | undefined;
  private isUp = false;
  /** When a beat was refused first, by the monotonic clock; undefined since one was answered. */
  private doubtedAt: number | undefined;
  /** By the monotonic clock. */
  private paintedAt = 0;

  constructor(
    /** Posts JSON to a path below `/screens/`. */
    private readonly send: (path: string, body: string, token?: string) => Promise<BeatReply>,
    private readonly tell: (news: FromPulse) => void,
  ) {}

  take(message: ToPulse): void {
    if (message.type === 'start') {
      ({ token: this.token, id: this.id, secret: this.secret } = message);
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
    const secret = this.isSecretKept ? undefined : this.secret;
    // What is undefined isn't sent.
    const beat: Beat = { ...this.painted, still_ms, done, secret };
    const reply = await this.post('beats', beat, this.token);
    if (!reply) return;
    const { status, body } = reply;
    if (status === 401) return this.refused(body);
    if (status !== 200) return;
    this.doubtedAt = undefined;
    this.renewed(body);
    const { is_secret_kept } = (body ?? {}) as { is_secret_kept?: unknown };
    this.isSecretKept ||= is_secret_kept === true;
    if (done !== undefined) this.tell({ type: 'told', id: done });
  }

  private async refused(body: unknown): Promise<void> {
    const now = performance.now();
    if (this.doubtedAt === undefined) {
      this.doubtedAt = now;
      setTimeout(() => void this.beat(), DOUBT_MS);
    }
    // Beats that were on their way together are refused together, by a gateway that may know better a moment later.
    if (now - this.doubtedAt < DOUBT_MS) return;
    const { id, secret } = this;
    // Details say that the screen was removed, which no secret changes.
    const isRemoved = (body as { details?: unknown } | null)?.details !== undefined;
    const reply = secret && !isRemoved ? await this.post('tokens', { id, secret }) : { status: 401, body };
    // The next beat has the new token, and begins anew to doubt.
    if (reply?.status === 201 && this.renewed(reply.body)) this.doubtedAt = undefined;
    // A server of an earlier release has no such path. From any other answer nothing follows: the next beat is refused as well.
    else if (reply?.status === 401 || reply?.status === 404) this.tell({ type: 'refused', body });
  }

  /** Whether there was a token in the answer. */
  private renewed(body: unknown): boolean {
    const { token } = (body ?? {}) as { token?: unknown };
    if (typeof token !== 'string' || !token) return false;
    this.token = token;
    // Told anew now and then: the server may have been restored to a time before it knew the secret.
    this.isSecretKept = false;
    this.tell({ type: 'token', token });
    return true;
  }

  private post(path: string, body: object, token?: string): Promise<BeatReply | undefined> {
    return this.send(path, JSON.stringify(body), token).catch(() => undefined);
  }
}
