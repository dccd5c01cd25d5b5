import { randomUUID } from 'node:crypto';

/** Unique over all replicas and restarts, at the price of a counter. */
export function requestIds(): () => string {
  const process = randomUUID();
  let count = 0;
  return () => `${process}-${++count}`;
}
