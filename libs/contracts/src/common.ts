import { z } from 'zod';

/** Also keeps wildcards and dots out of KV keys and subjects: every id is checked before it becomes part of one. */
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
