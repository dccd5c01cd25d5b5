const KEPT_MS = 86_400_000;

/** What was made before it has forgotten its `IdempotencyKey`. */
export function keysKeptSince(): Date {
  return new Date(Date.now() - KEPT_MS);
}
