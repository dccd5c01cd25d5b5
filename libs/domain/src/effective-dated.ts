/** An entry that applies from `from`: a day, from its midnight, or a day and a minute (`2026-05-13T10:30`), in Asia/Kolkata. */
export interface Dated {
  readonly from: string;
}

/** The latest entry that has begun, of several at one time the last; before the first one has begun, the earliest entry. */
export function inForce<E extends Dated>(entries: readonly E[], now: number): E {
  const byTime = inOrder(entries);
  const [latest] = byTime.filter((entry) => startOf(entry) <= now).slice(-1);
  return latest ?? byTime[0]!;
}

/** When the next entry comes into force, in milliseconds since 1970; Infinity when there is none. */
export function nextChange(entries: readonly Dated[], now: number): number {
  return Math.min(...entries.map(startOf).filter((start) => start > now));
}

/** By time; entries of one time keep their order. */
export function inOrder<E extends Dated>(entries: readonly E[]): E[] {
  return [...entries].sort((a, b) => startOf(a) - startOf(b));
}

/** In milliseconds since 1970. */
export function startOf({ from }: Dated): number {
  return Date.parse(`${from.includes('T') ? from : `${from}T00:00`}:00+05:30`);
}
