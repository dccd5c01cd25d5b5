/**
 * What each network, account or screen did in a minute, of at most `most` of them; whoever owns the counts clears them each minute.
 * When there is no room, the lowest counts are dropped, but never one above the ceiling, so that requests from ever new addresses
 * end nobody's refusal.
 */
export class MinuteCounts {
  private counts = new Map<string, number>();

  constructor(
    private readonly ceiling: number,
    private readonly most: number,
  ) {}

  get size(): number {
    return this.counts.size;
  }

  /** Counts one more of `key`. False above the ceiling. */
  add(key: string): boolean {
    const count = this.counts.get(key);
    if (count === undefined && this.counts.size >= this.most) this.makeRoom();
    // There may be no room even now, when all kept counts are above the ceiling.
    if (count !== undefined || this.counts.size < this.most) this.counts.set(key, (count ?? 0) + 1);
    return (count ?? 0) < this.ceiling;
  }

  isAbove(key: string): boolean {
    return (this.counts.get(key) ?? 0) > this.ceiling;
  }

  clear(): void {
    this.counts = new Map();
  }

  /** Drops half of the counts, so that not every new key has to make room. */
  private makeRoom(): void {
    for (let lowest = 1; this.counts.size > this.most / 2 && lowest <= this.ceiling; lowest *= 2) {
      for (const [key, count] of this.counts) if (count <= Math.min(lowest, this.ceiling)) this.counts.delete(key);
    }
  }
}
