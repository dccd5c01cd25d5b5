import { type AuditAction, metals, namesOf, rateLists } from '@sarafa/contracts';
import type { Audited } from '@sarafa/server/mongo';
import type { StoredRateList } from './rate-list.schema.js';

const NAMES = [...namesOf(metals), 'name', 'prices', 'valid_hours', 'reminder_time', 'set_at'] as const;

const actions: Record<string, AuditAction | null> = {
  [rateLists.create.subject]: 'rate-list.created',
  [rateLists.update.subject]: 'rate-list.updated',
  [rateLists.delete.subject]: 'rate-list.deleted',
};

/** What the log says of changes of a rate list. */
export const AUDITED: Audited = {
  actions,
  kind: 'rate-list',
  name: '$name',
  userId: null,
  fields: Object.fromEntries(NAMES.map((name) => [name, `$${name}`])),
};

/** The fields of a list that the log has. */
export function auditedFields(list: Partial<StoredRateList>): Record<string, unknown> {
  return Object.fromEntries(NAMES.filter((name) => list[name] !== undefined).map((name) => [name, list[name]]));
}
