import { z } from 'zod';

/** What an admin may do, most first: all, all but what concerns admins and the whole site, and nothing but read (rule 2.17). */
export const AdminRole = z.enum(['owner', 'operator', 'viewer']);
export type AdminRole = z.infer<typeof AdminRole>;

/** Whether a role is enough where `least` is needed. */
export function isAtLeast(role: AdminRole, least: AdminRole): boolean {
  return AdminRole.options.indexOf(role) <= AdminRole.options.indexOf(least);
}

/**
 * The role in an account's document and in its published state. An owner is `admin`, as every admin was in earlier releases. The
 * other roles stand in the place of `admin`, so that a release that doesn't know them takes none of them for an owner.
 */
export const StoredRole = z.enum(['admin', 'operator', 'viewer', 'user']);
export type StoredRole = z.infer<typeof StoredRole>;

export function storedRole(role: AdminRole): Exclude<StoredRole, 'user'> {
  return role === 'owner' ? 'admin' : role;
}

/** The kind of account that a stored role is of, and the role of an admin. */
export function rolesOf(stored: StoredRole): { role: 'admin'; admin_role: AdminRole } | { role: 'user' } {
  if (stored === 'user') return { role: stored };
  return { role: 'admin', admin_role: stored === 'admin' ? 'owner' : stored };
}
