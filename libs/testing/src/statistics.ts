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
