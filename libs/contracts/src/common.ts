import { z } from 'zod';

/** Every id is checked before it becomes part of a KV key or a subject, so that no wildcard or dot gets into these. */
export const Id = z.string().regex(/^[0-9a-f]{24}$/, 'must be 24 hex digits');

/** An instant in UTC, as `Date.toISOString` writes it. */
export const Instant = z.iso.datetime();

export const Actor = z.discriminatedUnion('role', [
  z.object({ role: z.literal('admin'), id: Id }),
  z.object({ role: z.literal('user'), id: Id }),
  z.object({ role: z.literal('public') }),
]);
export type Actor = z.infer<typeof Actor>;
export type Role = Actor['role'];

/** The answer of a write that has nothing else to say. */
export const Done = z.object({ message: z.string() });
export type Done = z.infer<typeof Done>;

/** A boolean, also as text, as forms send it (rule 1.7). */
export const SentFlag = z.preprocess(
  (sent) => (sent === 'true' ? true : sent === 'false' ? false : sent),
  z.boolean('must be true or false'),
);

/** A number, also as text, as forms send it (rule 1.7). */
export function sentNumber<N extends z.ZodType<number | null>>(number: N) {
  return z.preprocess(
    (sent) => (typeof sent === 'string' && /^-?\d+(\.\d+)?$/.test(sent.trim()) ? Number(sent) : sent),
    number,
  );
}

/** Text that a person has typed: no control characters, and no space at either end. */
export const PlainText = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'must be plain text');

/** The fields of a form. Empty fields count as not sent (rule 1.8). */
export function filledIn<S extends z.ZodType>(schema: S) {
  return z.preprocess(withoutBlanks, schema);
}

function withoutBlanks(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}
