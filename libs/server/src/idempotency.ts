const KEPT_MS = 86_400_000;

/** An `IdempotencyKey` counts only for what was made after this time. */
export function keysKeptSince(): Date {
  return new Date(Date.now() - KEPT_MS);
}
