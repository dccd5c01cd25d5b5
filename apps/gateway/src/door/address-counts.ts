/**
 * Counts by address, of which at most `most` are kept. Where there is no room, the lowest counts are forgotten, and never one
 * that is above the ceiling: whoever comes from ever new addresses makes nobody's refusal end.
 */
export class AddressCounts {
  private counts = new Map<string, number>();

  constructor(
    private readonly ceiling: number,
    private readonly most: number,
  ) {}

  get size(): number {
    return this.counts.size;
  }

  /** Counts one more. False above the ceiling. */
  add(address: string): boolean {
    const count = this.counts.get(address);
    if (count === undefined && this.counts.size >= this.most) this.makeRoom();
    // Still none: all that are kept are above the ceiling.
    if (count !== undefined || this.counts.size < this.most) this.counts.set(address, (count ?? 0) + 1);
    return (count ?? 0) < this.ceiling;
  }

  isAbove(address: string): boolean {
    return (this.counts.get(address) ?? 0) > this.ceiling;
  }

  clear(): void {
    this.counts = new Map();
  }

  /** Half of it, so that not every new address has to look for some. */
  private makeRoom(): void {
    for (let lowest = 1; this.counts.size > this.most / 2 && lowest <= this.ceiling; lowest *= 2) {
      for (const [address, count] of this.counts) if (count <= Math.min(lowest, this.ceiling)) this.counts.delete(address);
    }
  }
}
