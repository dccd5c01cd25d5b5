/**
 * Measures the time since its last start by the clock that has moved further: the monotonic clock may stand still while a TV
 * sleeps, and the wall clock may be set.
 */
export class Stopwatch {
  private wall = Date.now();
  private steady = performance.now();

  restart(): void {
    this.wall = Date.now();
    this.steady = performance.now();
  }

  get ms(): number {
    return Math.max(Date.now() - this.wall, performance.now() - this.steady);
  }
}
