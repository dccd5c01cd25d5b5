import { randomBytes } from 'node:crypto';

/** An id for an account that is about to be made, like MongoDB's: the seconds come first, so that ids are ordered by time. */
export function newId(): string {
  const seconds = Math.floor(Date.now() / 1_000);
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}
