const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The value that the share `q` of all values stays below: 0.99 is the 99th percentile. */
export function quantile(values: readonly number[], q: number): number {
  return sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))]!;
}

/** The value in the middle, and of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const inOrder = sorted(values);
  const middle = inOrder.length >> 1;
  return inOrder.length % 2 ? inOrder[middle]! : (inOrder[middle - 1]! + inOrder[middle]!) / 2;
}

/** How often each text is there. */
export function tally(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

/** A call, by one clock: when it began, and when it counts as answered. */
export interface TimedCall {
  readonly at: number;
  readonly until: number;
  readonly isGood: boolean;
}

export interface Outage {
  readonly from: number;
  readonly until: number;
}

/** The times from a call that wasn't good to the next one that was, of calls in any order. The last may last until `now`. */
export function outagesOf(calls: readonly TimedCall[], now: number): Outage[] {
  const outages: Outage[] = [];
  let from: number | undefined;
  for (const { at, until, isGood } of [...calls].sort((one, two) => one.at - two.at)) {
    if (!isGood) from ??= at;
    else if (from !== undefined) {
      outages.push({ from, until });
      from = undefined;
    }
  }
  if (from !== undefined) outages.push({ from, until: now });
  return outages;
}
