import { z } from 'zod';
import { normalText } from './normal-text.js';
import { readNumber, writtenNumber } from './written-number.js';

// What forms send. Not in `common.ts`, of which boards load all that any page of the portal uses.

/** A number that is no amount of rupees, also as text, as forms send it (rule 1.7) and people write it. */
export function sentNumber<N extends z.ZodType<number | null>>(number: N) {
  return z.preprocess((sent) => (typeof sent === 'string' ? (readNumber(sent, '') ?? sent) : sent), number);
}

/** The range of a number that a person may set. */
interface Range {
  readonly min: number;
  readonly max: number;
  /** The most that the number may have. */
  readonly decimals: number;
  /** `max` for people. */
  readonly most?: string;
  /** What may stand behind the number; rupees where it is missing. */
  readonly unit?: string;
}

/**
 * A number in a range, also as text. Its decimals are counted as they were written: 64350.299999999996 has twelve, however near it
 * is to 64350.3.
 */
export function sentNumberIn(
  { min, max, decimals, most = String(max), unit }: Range,
  tooFine = `must have at most ${decimals} decimals`,
) {
  const writtenIn = (sent: unknown) => (typeof sent === 'string' ? writtenNumber(sent, unit) : undefined);
  /** As it was sent where it is no number, or has too many decimals. */
  const read = (sent: unknown) => {
    const written = writtenIn(sent);
    return written === undefined || decimalsOf(written) > decimals ? sent : Number(written);
  };
  return z.preprocess(
    read,
    z
      .number({ error: ({ input }) => (writtenIn(input) === undefined ? undefined : tooFine) })
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${most}`)
      .refine((value) => Number(value.toFixed(decimals)) === value, tooFine)
      // For the API's documentation, which doesn't see what `refine` asks for.
      .meta({ multipleOf: Number(`1e-${decimals}`) }),
  );
}

/** How many decimals plain digits have, but for zeros at their end. */
function decimalsOf(digits: string): number {
  return (digits.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/** One of these numbers, also as text. */
export function sentOneOf<N extends number>(values: readonly N[]) {
  return sentNumber(
    z.union(
      values.map((value) => z.literal(value)),
      `must be one of ${values.join(', ')}`,
    ),
  );
}

/** More than any field allows, in any form: bringing a text into its one form takes time by the square of its length. */
const LONGEST_TEXT = 1_024;

/** Text that is brought into its one form. What is too long for that is refused before. */
export function textIn(form: (text: string) => string) {
  return z.string().max(LONGEST_TEXT, { error: 'is too long', abort: true }).overwrite(form);
}

/** Text that a person has typed, in its one form: no control characters, and no space at either end. */
export const PlainText = textIn(normalText).regex(/^\P{Cc}*$/u, 'must be plain text');

/** A time of the day. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 21:30');

/** The fields of a form. Empty fields count as not sent (rule 1.8). */
export function filledIn<S extends z.ZodType>(schema: S) {
  return z.preprocess(withoutBlanks, schema);
}

function withoutBlanks(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}
