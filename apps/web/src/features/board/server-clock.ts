/** What survives a restart of the TV: the server's time less the TV's, and the latest time that was certain. */
export interface KeptClock {
  readonly ahead: number;
  readonly knownAt: number;
}

/**
 * The server's time. A TV's own clock may be years off and may jump, so time runs on from what the server said last by the
 * monotonic clock. After a restart without network the TV's clock is used with the kept difference, unless that is before a
 * time that has certainly been.
 */
export class ServerClock {
  private base: number | undefined;
  private fromHeartbeat = false;

  constructor(private kept?: KeptClock) {}

  /** `heard` is the server's time just now; milliseconds since 1970. */
  hearHeartbeat(heard: number): void {
    this.fromHeartbeat = true;
    this.set(heard);
  }

  /** The `Date` of an HTTP answer: whole seconds only, and a cache may have kept it. Used until the first heartbeat. */
  hearDateHeader(date: string | null): void {
    const heard = Date.parse(date ?? '');
    if (!this.fromHeartbeat && !Number.isNaN(heard)) this.set(heard + 500);
  }

  /** Milliseconds since 1970, or undefined when nobody can tell. */
  now(): number | undefined {
    if (this.base !== undefined) return this.base + performance.now();
    if (!this.kept) return undefined;
    const now = Date.now() + this.kept.ahead;
    return now >= this.kept.knownAt ? now : undefined;
  }

  keep(): KeptClock | undefined {
    const now = this.now();
    return this.base === undefined || now === undefined ? this.kept : { ahead: now - Date.now(), knownAt: now };
  }

  private set(heard: number): void {
    this.base = heard - performance.now();
  }
}
