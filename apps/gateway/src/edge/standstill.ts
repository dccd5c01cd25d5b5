import { AppError, texts } from '@sarafa/contracts';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 400;
/** A process whose looks come later than this stood still, and was not only busy. */
const STANDSTILL_MS = 3_000;
/** How long after a standstill requests may still be read that had come meanwhile. */
const WAITING_REQUESTS_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes while requests are read that waited in a process which stood still (a paused machine), because their
 * senders may have been told that they failed. From the moment it listens on; a start that takes long is no standstill.
 */
export function refuseAfterStandstill(fastify: FastifyInstance): void {
  // Infinity while the gateway doesn't listen yet, so that a slow start doesn't count as a standstill.
  let lookedAt = Infinity;
  let wokeAt = -Infinity;
  const look = () => {
    const now = performance.now();
    if (now - lookedAt > STANDSTILL_MS) wokeAt = now;
    lookedAt = now;
  };
  let looking: NodeJS.Timeout;
  fastify.addHook('onListen', async () => {
    lookedAt = performance.now();
    looking = setInterval(look, LOOK_MS).unref();
  });
  fastify.addHook('onClose', async () => clearInterval(looking));
  fastify.addHook('onRequest', async ({ method }) => {
    if (READS.has(method)) return;
    // Requests may be read before the timer's turn.
    if (performance.now() - lookedAt > STANDSTILL_MS) look();
    if (performance.now() - wokeAt < WAITING_REQUESTS_MS) {
      throw new AppError('UNAVAILABLE', texts.errors.partDown, undefined, RETRY_AFTER_SECONDS);
    }
  });
}
