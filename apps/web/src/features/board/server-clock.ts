/** What survives a restart of the TV: the server's time less the TV's, and the latest time that was certain. */
export interface KeptClock {
  readonly ahead: number;
  readonly knownAt: number;
}

/** What the server said last, and when that was by both clocks of the TV; milliseconds. */
interface Heard {
  readonly server: number;
  readonly steady: number;
  readonly wall: number;
}

/** So much further than the monotonic clock, and the TV's own has been set, or the TV slept. */
const DOUBT_MS = 60_000;

/**
 * The server's time. A TV's own clock may be years off and may jump, so time runs on from what the server said last by the
 * monotonic clock, which stands still while a TV sleeps: after that nobody can tell until the server is heard. After a restart without network the TV's clock is used with the kept difference, unless that is before a
 * time that has certainly been.
 */
export class ServerClock {
  private heard: Heard | undefined;
  private fromHeartbeat = false;

  constructor(private kept?: KeptClock) {}

  /** `heard` is the server's time just now; milliseconds since 1970. */
  hearHeartbeat(heard: number): void {
    this.fromHeartbeat = true;
    this.set(heard);
  }

  /** The `Date` of an HTTP answer: whole seconds only, and a cache may have kept it. Used until the first heartbeat, and after a sleep. */
  hearDateHeader(date: string | null): void {
    const heard = Date.parse(date ?? '');
    if ((!this.fromHeartbeat || this.isInDoubt()) && !Number.isNaN(heard)) this.set(heard + 500);
  }

  /** Milliseconds since 1970, or undefined when nobody can tell. */
  now(): number | undefined {
    if (this.isInDoubt()) return undefined;
    if (this.heard) return this.heard.server + performance.now() - this.heard.steady;
    if (!this.kept) return undefined;
    const now = Date.now() + this.kept.ahead;
    return now >= this.kept.knownAt ? now : undefined;
  }

  keep(): KeptClock | undefined {
    const now = this.now();
    if (this.heard && now !== undefined) this.kept = { ahead: now - Date.now(), knownAt: now };
    return this.kept;
  }

  private set(heard: number): void {
    this.heard = { server: heard, steady: performance.now(), wall: Date.now() };
  }

  private isInDoubt(): boolean {
    if (!this.heard) return false;
    return Date.now() - this.heard.wall - (performance.now() - this.heard.steady) > DOUBT_MS;
  }
}
