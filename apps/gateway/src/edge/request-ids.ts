import { randomUUID } from 'node:crypto';

/** Makes ids that are unique over all replicas and restarts, for the cost of a counter. */
export function requestIds(): () => string {
  const process = randomUUID();
  let count = 0;
  return () => `${process}-${++count}`;
}
