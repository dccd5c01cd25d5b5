import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from './wait.js';

/** The relative path is the same from `src` and from `dist`. */
const PRELOAD = fileURLToPath(new URL('../fixtures/heap-report.mjs', import.meta.url));

/** The heap of the apps that are started with `nodeArgs` and `env`, one at a time. */
export class HeapReport {
  readonly nodeArgs = ['--expose-gc', '--import', PRELOAD];
  readonly env: { readonly HEAP_FILE: string };

  constructor(private readonly file: string) {
    this.env = { HEAP_FILE: file };
  }

  /** The bytes in use by the process `pid` after a collection. */
  async of(pid: number): Promise<number> {
    rmSync(this.file, { force: true });
    process.kill(pid, 'SIGUSR2');
    return until(() => {
      try {
        return Number(readFileSync(this.file, 'utf8'));
      } catch {
        return undefined;
      }
    });
  }
}
