const EARLIEST = 0;
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A time as answers say it, moved into the years that an answer can say. An earlier release has stored others for screens that
 * had told impossible times, and one of those would make an error of the answer for all screens.
 */
export function instantOf(at: Date | number): string {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, at.valueOf()))).toISOString();
}
