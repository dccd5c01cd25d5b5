import { jest } from '@jest/globals';

const STEP_MS = 1_000;

/** Lets minutes pass, in steps: jest's asynchronous clock waits for Node's event loop at each of tens of thousands of timers. */
export async function passLong(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    jest.advanceTimersByTime(STEP_MS);
    // What waits for answers goes on.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
}
