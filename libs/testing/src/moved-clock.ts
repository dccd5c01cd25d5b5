import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The relative path is the same from `src` and from `dist`. */
const PRELOAD = fileURLToPath(new URL('../fixtures/wrong-clock.mjs', import.meta.url));

/** The wall clock of the apps that are started with `nodeArgs` and `env`. Moved, it is read within 250 ms. */
export class MovedClock {
  readonly nodeArgs = ['--import', PRELOAD];
  readonly env: { readonly CLOCK_FILE: string };

  constructor(private readonly file: string) {
    this.env = { CLOCK_FILE: file };
    this.move(0);
  }

  /** Also the clock of this process, in what one spec file has loaded. */
  async moveHere(): Promise<void> {
    Object.assign(process.env, this.env);
    await import(PRELOAD);
  }

  /** From now on the clock is this much ahead of the true time. */
  move(aheadMs: number): void {
    writeFileSync(this.file, String(aheadMs));
  }

  /** The clocks are right again. */
  forget(): void {
    rmSync(this.file);
  }
}
