import { z } from 'zod';
import { normalText } from './normal-text.js';

// What forms send. Not in `common.ts`, of which boards load all that any page of the portal uses.

/** A number, also as text, as forms send it (rule 1.7). */
export function sentNumber<N extends z.ZodType<number | null>>(number: N) {
  return z.preprocess(
    (sent) => (typeof sent === 'string' && /^-?\d+(\.\d+)?$/.test(sent.trim()) ? Number(sent) : sent),
    number,
  );
}

/** The range of a number that a person may set. */
interface Range {
  readonly min: number;
  readonly max: number;
  /** The most that the number may have. */
  readonly decimals: number;
}

/** A number in a range, also as text. */
export function sentNumberIn({ min, max, decimals }: Range) {
  return sentNumber(
    z
      .number()
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`)
      .refine((value) => Number(value.toFixed(decimals)) === value, `must have at most ${decimals} decimals`),
  );
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

/** Text that a person has typed, in its one form: no control characters, and no space at either end. */
export const PlainText = z
  .string()
  .overwrite(normalText)
  .regex(/^\P{Cc}*$/u, 'must be plain text');

/** The fields of a form. Empty fields count as not sent (rule 1.8). */
export function filledIn<S extends z.ZodType>(schema: S) {
  return z.preprocess(withoutBlanks, schema);
}

function withoutBlanks(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}
