/** The levels of the product's log from which a line concerns the person who started it. */
const WARNINGS = { warn: 'warning', error: 'error', fatal: 'fatal' };

/** A line of the product's log as a text for people. A line that isn't JSON remains as it is. */
export function readable(line) {
  const entry = parsed(line);
  return entry ? `${entry.time?.slice(11, 23) ?? ''} ${entry.level} ${words(entry)}`.trim() : line;
}

/** The text of a warning or of something worse; undefined for lower levels. */
export function warning(line) {
  const entry = parsed(line);
  if (!entry) return line;
  return WARNINGS[entry.level] && `${WARNINGS[entry.level]}: ${words(entry)}`;
}

const words = ({ context, msg, err }) => [context, msg, err?.message].filter(Boolean).join(': ');

/** A line of the product's log; undefined where it is none. */
export function parsed(line) {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.level === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}
