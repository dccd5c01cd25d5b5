import { DOUBT_MS } from './stopwatch.js';

/** The clocks of two gateways differ by less, also in whole seconds. */
const LATE_MS = 2_000;

/** What is stored over a restart of the TV: the server's time minus the TV's, and the latest time that was certain. */
export interface KeptClock {
  readonly ahead: number;
  readonly knownAt: number;
}

/** The server's last time, and when it came by both clocks of the TV; milliseconds. */
interface ServerTime {
  readonly server: number;
  readonly steady: number;
  readonly wall: number;
}

/**
 * The server's time. A TV's own clock may be years off and may jump, so the last time from the server is continued by the
 * monotonic clock. That clock stands still while a TV sleeps, so after a sleep the time is unknown until the server is heard.
 * After a restart without a network the TV's clock is used with the stored difference, until that gives a time before one that
 * was certain: then that clock stood still or was set, and the difference is forgotten until the server is heard.
 */
export class ServerClock {
  private known: ServerTime | undefined;
  private fromHeartbeat = false;

  constructor(private kept?: KeptClock) {
    // Nobody may ask until the TV's clock has run past the time that was certain.
    this.now();
  }

  /** `known` is the server's current time; milliseconds since 1970. */
  readHeartbeat(known: number): void {
    this.fromHeartbeat = true;
    this.set(known);
  }

  /**
   * The `Date` header of an HTTP answer, which has whole seconds and may come from a cache. Used until the first heartbeat, after a
   * sleep, and where it is later than this clock, which a short sleep or a heartbeat that came late has put back.
   */
  readDateHeader(date: string | null): void {
    const known = Date.parse(date ?? '') + 500;
    const now = this.now();
    if (this.fromHeartbeat && now !== undefined && known < now + LATE_MS) return;
    if (!Number.isNaN(known)) this.set(known);
  }

  /** Milliseconds since 1970; undefined when the time isn't certain. */
  now(): number | undefined {
    if (this.known) {
      const steady = performance.now() - this.known.steady;
      return Math.abs(Date.now() - this.known.wall - steady) > DOUBT_MS ? undefined : this.known.server + steady;
    }
    if (!this.kept) return undefined;
    const now = Date.now() + this.kept.ahead;
    if (now >= this.kept.knownAt) return now;
    this.kept = undefined;
    return undefined;
  }

  keep(): KeptClock | undefined {
    const now = this.now();
    if (this.known && now !== undefined) this.kept = { ahead: now - Date.now(), knownAt: now };
    return this.kept;
  }

  private set(known: number): void {
    this.known = { server: known, steady: performance.now(), wall: Date.now() };
  }
}
