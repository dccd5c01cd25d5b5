import { Stopwatch } from './stopwatch.js';

/** How long the server's word for what is on screen holds. While it doesn't, each look calls `onExpired`. */
export class Confirmation {
  private readonly age = new Stopwatch();
  private limitMs = 0;

  constructor(private readonly onExpired: () => void) {}

  /** The server's word, which holds for `limitMs`. Whatever had expired before is called so first: a word alone doesn't renew it. */
  renew(limitMs: number): void {
    this.look();
    this.age.restart();
    this.limitMs = limitMs;
  }

  look(): void {
    if (this.age.ms > this.limitMs) this.onExpired();
  }
}
