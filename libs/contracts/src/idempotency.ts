import { z } from 'zod';
import { parseInput } from './errors.js';

/** The header with an `IdempotencyKey`, named as in the IETF's draft. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/**
 * Made by the client, one for each thing to be made, and the same for each attempt. A repetition within a day gets the answer
 * of the first request.
 */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'must be 16 to 64 of A-Z, a-z, 0-9, _ and -');

const Headers = z.object({ [IDEMPOTENCY_HEADER]: IdempotencyKey.optional() });

/** The request's key, if it has one; header names are in lower case. Throws `INVALID_INPUT`. */
export function idempotencyKeyOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  return parseInput(Headers, { [IDEMPOTENCY_HEADER]: headers[IDEMPOTENCY_HEADER.toLowerCase()] })[IDEMPOTENCY_HEADER];
}
