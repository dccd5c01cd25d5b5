import { jest } from '@jest/globals';

/** Lets time pass, in steps: jest's asynchronous clock waits for Node's event loop at each of tens of thousands of timers. */
export async function passInSteps(ms: number, stepMs = 100): Promise<void> {
  let left = ms;
  do {
    jest.advanceTimersByTime(Math.min(left, stepMs));
    left -= stepMs;
    // What waits for answers goes on.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  } while (left > 0);
}
