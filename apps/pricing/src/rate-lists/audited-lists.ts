import { type AuditAction, metals, namesOf, rateLists, shopRateLists } from '@sarafa/contracts';
import type { Audited } from '@sarafa/server/mongo';
import type { StoredRateList } from './rate-list.schema.js';

const RATES = [...namesOf(metals), 'prices', 'set_at'] as const;
const HEAD = ['name', 'valid_hours', 'reminder_time'] as const;
const NAMES = [...RATES, ...HEAD];

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

/** What the log says of changes of the list that a shop keeps itself. */
export const AUDITED_OWN: Audited = {
  actions: { [shopRateLists.set.subject]: 'own-rate-list.set' },
  kind: 'own-rate-list',
  name: '$name',
  userId: { $toString: '$_id' },
  fields: Object.fromEntries([
    ...HEAD.map((name) => [name, `$${name}`]),
    ...RATES.map((name) => [name, `$present.${name}`]),
  ]) as Record<string, string>,
};

/** The fields of a list that the log has. */
export function auditedFields(list: Partial<StoredRateList>): Record<string, unknown> {
  return Object.fromEntries(NAMES.filter((name) => list[name] !== undefined).map((name) => [name, list[name]]));
}
