/** When the wall clock has moved this much further than the monotonic clock, or less far, it was set or the TV slept. */
export const DOUBT_MS = 60_000;

/**
 * Measures the time since its last start by the clock that has moved further: the monotonic clock may stand still while a TV
 * sleeps, and the wall clock may be set. Where that one was set back, nobody knows how long a sleep was: the time is Infinity.
 */
export class Stopwatch {
  private wall = Date.now();
  private steady = performance.now();

  restart(): void {
    this.wall = Date.now();
    this.steady = performance.now();
  }

  get ms(): number {
    const wall = Date.now() - this.wall;
    const steady = performance.now() - this.steady;
    return steady - wall > DOUBT_MS ? Infinity : Math.max(wall, steady);
  }
}
