import { Stopwatch } from './stopwatch.js';

/** How long the server's confirmation of what is on the screen holds. Once it has expired, each `look` calls `onExpired`. */
export class Confirmation {
  private readonly age = new Stopwatch();
  private limitMs = 0;

  constructor(private readonly onExpired: () => void) {}

  /**
   * A confirmation that holds for `limitMs`. An earlier one that has expired is reported first, because it must not be renewed
   * silently.
   */
  renew(limitMs: number): void {
    this.look();
    this.age.restart();
    this.limitMs = limitMs;
  }

  look(): void {
    if (this.age.ms > this.limitMs) this.onExpired();
  }
}
