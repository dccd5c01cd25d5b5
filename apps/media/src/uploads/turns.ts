/** Runs at most `most` pieces of work at once; the others wait for their turn. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      // The place is handed to the next in line directly, so that no new caller takes it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
