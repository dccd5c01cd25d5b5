import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The process ends some seconds later in any case. */
const LONGEST_WAIT_MS = 15_000;
const LOOK_MS = 50;

/**
 * Counts the unanswered requests of an HTTP server that change something. The shutdown waits for these requests, since
 * otherwise their senders wouldn't know whether the change was made. A request that only reads is simply sent again.
 */
export class OpenRequests {
  private count = 0;

  constructor(fastify: Pick<FastifyInstance, 'addHook'>) {
    fastify.addHook('onRequest', async ({ method }, { raw }) => {
      if (method === 'GET' || method === 'HEAD') return;
      this.count++;
      // Emitted after the answer, and also when the client has left without one.
      raw.once('close', () => this.count--);
    });
  }

  /** Resolves when all of them are answered, and after 15 seconds at the latest. */
  async answered(): Promise<void> {
    const end = performance.now() + LONGEST_WAIT_MS;
    while (this.count > 0 && performance.now() < end) await setTimeout(LOOK_MS);
  }
}
