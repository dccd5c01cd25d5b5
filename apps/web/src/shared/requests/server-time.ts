/**
 * A device's clock that differs from the server's by less than this counts as right, because a `Date` header has whole seconds
 * only.
 */
const RIGHT_MS = 5_000;

/** The server's time minus the device's, in milliseconds. */
let ahead = 0;
let isKnown = false;

/** Reads the `Date` header of an answer. No answer of ours comes from a cache. */
export function noteServerDate(date: string | null): void {
  const known = Date.parse(date ?? '');
  if (Number.isNaN(known)) return;
  const difference = known + 500 - Date.now();
  isKnown = true;
  ahead = Math.abs(difference) < RIGHT_MS ? 0 : difference;
}

/** The server's time as far as it is known, because a device's clock may be wrong; milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** Whether the server has said its time since the page was loaded: until then `serverNow` is the device's clock, right or not. */
export function isServerTimeKnown(): boolean {
  return isKnown;
}
