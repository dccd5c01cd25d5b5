import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The process ends some seconds later whatever happens. */
const LONGEST_WAIT_MS = 15_000;
const LOOK_MS = 50;

/**
 * Requests at an HTTP door that change something and haven't been answered: who ends the door waits for them, or their senders
 * would never know what became of them. What only reads is asked again.
 */
export class OpenRequests {
  private count = 0;

  constructor(door: Pick<FastifyInstance, 'addHook'>) {
    door.addHook('onRequest', async ({ method }, { raw }) => {
      if (method === 'GET' || method === 'HEAD') return;
      this.count++;
      // Comes after the answer, and when the sender has left without one.
      raw.once('close', () => this.count--);
    });
  }

  /** Resolves when all have their answer, and after 15 seconds at the latest. */
  async answered(): Promise<void> {
    const end = performance.now() + LONGEST_WAIT_MS;
    while (this.count > 0 && performance.now() < end) await setTimeout(LOOK_MS);
  }
}
