import { z } from 'zod';
import { Id, Instant } from './common.js';
import { limits } from './limits.js';
import { readRpc } from './kinds.js';

/** What a gateway says of the caller beside each call that changes something. A gateway of the release before says nothing. */
export const Caller = z.object({
  username: z.string().max(limits.username.max),
  /** A browser and a system in words. */
  device: z.string().max(80),
  /** The client's network. */
  address: z.string().max(64),
});
export type Caller = z.infer<typeof Caller>;

/** What is done, in words that stay. A later release may have others. */
export const auditActions = [
  ...(['shop.created', 'shop.updated', 'shop.deleted'] as const),
  ...(['admin.created', 'admin.updated', 'admin.deleted'] as const),
  ...(['rate-list.created', 'rate-list.updated', 'rate-list.deleted', 'own-rate-list.set'] as const),
  ...(['custom-table.created', 'custom-table.updated', 'custom-table.deleted', 'rate-rows.updated'] as const),
  ...(['hold.set', 'hold.ended', 'market.asked', 'quote.released', 'quote.withdrawn'] as const),
  ...([
    'screen.paired',
    'screen.updated',
    'screen.snoozed',
    'screen.removed',
    'screen.commanded',
    'phone.added',
    'phone.removed',
  ] as const),
  ...(['ad.added', 'ad.deleted'] as const),
  ...(['price-settings.updated', 'maintenance.changed', 'public-view.changed'] as const),
  ...(['password.changed', 'signed-in', 'sign-in.failed', 'session.ended', 'sessions.ended'] as const),
  ...(['factor.added', 'factor.removed', 'factors.reset'] as const),
] as const;
export type AuditAction = (typeof auditActions)[number];

const Fields = z.record(z.string(), z.unknown()).nullable();

/**
 * One change by one person (rule 2.19). `before` and `after` have only the fields that changed: `before` is null for what was made,
 * `after` for what was deleted, and both for what has no fields, such as a sign-in.
 */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** No id where nobody was signed in, as at a failed sign-in. Actions and kinds of a later release are read as they are. */
  actor: z.object({ id: Id.nullable(), role: z.string(), username: z.string() }),
  from: z.object({ address: z.string().nullable(), device: z.string().nullable() }),
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  /** The shop that it is about. */
  userId: Id.nullable(),
  before: Fields,
  after: Fields,
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditEntries = z.array(AuditEntry);
export type AuditEntries = z.infer<typeof AuditEntries>;

/** `GET /user/audit`. `before` is the id of the last entry of the page before. */
export const OwnAuditQuery = z.object({ before: Id.optional() });
export type OwnAuditQuery = z.infer<typeof OwnAuditQuery>;
/** `GET /admin/audit`. `actor` is an id or a username. */
export const AuditQuery = OwnAuditQuery.extend({
  userId: Id.optional(),
  actor: z.string().min(1).max(limits.username.max).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const Asked = AuditQuery.extend({ limit: z.int().min(1).max(limits.auditPage) });
export type AskedAudit = z.infer<typeof Asked>;

/* @__NO_SIDE_EFFECTS__ */
function auditOf(service: string) {
  return readRpc(`${service}.audit.list`, Asked, AuditEntries);
}

/** The entries of each service that has some, the newest first. Throws `FORBIDDEN` for a shop that doesn't ask for its own. */
export const audit = {
  users: auditOf('users'),
  pricing: auditOf('pricing'),
  media: auditOf('media'),
  settings: auditOf('settings'),
} as const;
