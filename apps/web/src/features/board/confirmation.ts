import { Stopwatch } from './stopwatch.js';

/** Whether the server has vouched for what is on screen recently enough. `onExpired` is called at each look after it hasn't. */
export class Confirmation {
  private readonly age = new Stopwatch();
  private limitMs = 0;

  constructor(private readonly onExpired: () => void) {}

  /** The server's word, which holds for `limitMs`. What expired before it stays so until it is said again. */
  renew(limitMs: number): void {
    this.look();
    this.age.restart();
    this.limitMs = limitMs;
  }

  look(): void {
    if (this.age.ms > this.limitMs) this.onExpired();
  }
}
