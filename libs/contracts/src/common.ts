import { z } from 'zod';
import { AdminRole } from './admin-roles.js';

/** Every id is checked before it becomes part of a KV key or a subject, so that no wildcard or dot gets into these. */
export const Id = z.string().regex(/^[0-9a-f]{24}$/, 'must be 24 hex digits');

/** An instant in UTC, as `Date.toISOString` writes it. */
export const Instant = z.iso.datetime();

export const Actor = z.discriminatedUnion('role', [
  // A gateway of the release before gives no role, and lets in nobody but owners.
  z.object({ role: z.literal('admin'), id: Id, admin_role: z.optional(AdminRole) }),
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

/** A list as another release may have written it: entries in words that aren't known here are passed over. */
/* @__NO_SIDE_EFFECTS__ */
export function knownOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(
    (list) => (Array.isArray(list) ? list.filter((one) => entry.safeParse(one).success) : list),
    z.array(entry),
  );
}
