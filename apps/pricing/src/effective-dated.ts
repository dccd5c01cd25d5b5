/** An entry that applies from midnight in Asia/Kolkata of the day `from`. */
interface Dated {
  readonly from: string;
}

/** The entry with the latest day that has begun; before the first day, the earliest entry. */
export function inForce<E extends Dated>(entries: readonly E[], now: number): E {
  const byDay = [...entries].sort((a, b) => a.from.localeCompare(b.from));
  return byDay.filter((entry) => startOf(entry) <= now).at(-1) ?? byDay[0]!;
}

/** When the next entry comes into force, in milliseconds since 1970; Infinity when there is none. */
export function nextChange(entries: readonly Dated[], now: number): number {
  return Math.min(...entries.map(startOf).filter((start) => start > now));
}

function startOf({ from }: Dated): number {
  return Date.parse(`${from}T00:00:00+05:30`);
}
