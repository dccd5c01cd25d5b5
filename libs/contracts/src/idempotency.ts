import { z } from 'zod';
import { parseInput } from './errors.js';

/** The header that carries an `IdempotencyKey`, as the IETF's draft names it. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/**
 * Made by whoever asks for something to be made, once for each thing and the same for each try: a repetition of what was made
 * within the last day is answered as the first try was.
 */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'must be 16 to 64 of A-Z, a-z, 0-9, _ and -');

const Headers = z.object({ [IDEMPOTENCY_HEADER]: IdempotencyKey.optional() });

/** The request's key, if it has one; header names are in small letters. Throws `INVALID_INPUT`. */
export function idempotencyKeyOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  return parseInput(Headers, { [IDEMPOTENCY_HEADER]: headers[IDEMPOTENCY_HEADER.toLowerCase()] })[IDEMPOTENCY_HEADER];
}
