const DAY_S = 86_400;
/** The shortest time that is shown: what has just begun is a line too, and no dot at the edge. */
const LEAST_S = 600;
/** Beside the first and the last rate, in shares of the time that is shown. */
const AIR = 0.02;

/** From when until when the chart goes, in seconds: it begins with its first rate, a day before now at the earliest. */
export function spanOf(first: number, now: number): [from: number, to: number] {
  const from = Math.max(now - DAY_S, Math.min(first, now - LEAST_S));
  const air = AIR * (now - from);
  return [from - air, now + air];
}
