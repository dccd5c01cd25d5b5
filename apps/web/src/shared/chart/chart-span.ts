export const DAY_S = 86_400;
/** The shortest span that is shown, so that a chart that has just begun is a line and not a dot at the edge. */
const LEAST_S = 600;
/** The space before the first and after the last rate, as a share of the span. */
const AIR = 0.02;

/** The start and the end of the chart in seconds. It starts with the first rate, at most `longest` ago. */
export function spanOf(first: number, now: number, longest = DAY_S): [from: number, to: number] {
  const from = Math.max(now - longest, Math.min(first, now - LEAST_S));
  const air = AIR * (now - from);
  return [from - air, now + air];
}
