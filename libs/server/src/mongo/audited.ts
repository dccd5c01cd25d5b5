import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditEntry } from '@sarafa/contracts';
import mongoose from 'mongoose';
import { currentCaller, currentRequest } from '../request-context.js';

const { ObjectId } = mongoose.Types;

/** An entry as it is stored, in its document at first and then in the log. */
export interface StoredEntry extends Omit<AuditEntry, 'id' | 'at'> {
  readonly _id: mongoose.Types.ObjectId;
  readonly at: Date;
}
type Head = Pick<StoredEntry, '_id' | 'at' | 'actor' | 'from' | 'action'>;
type EntryActor = StoredEntry['actor'];
type Stage = mongoose.PipelineStage.Set | mongoose.PipelineStage.Unset | mongoose.PipelineStage.ReplaceWith;

/** What the log says of changes of one collection. Where it says `unknown`, it is an expression of MongoDB about the document. */
export interface Audited {
  /** The action by the subject of the call that makes the change; null for what no person does. */
  readonly actions: Readonly<Record<string, AuditAction | null>>;
  readonly kind: unknown;
  /** The document's own where it isn't said. */
  readonly id?: unknown;
  readonly name: unknown;
  readonly userId: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of these the log says no more than that they changed. */
  readonly secrets?: Readonly<Record<string, unknown>>;
}

interface Options {
  /** Who acts, where that isn't who has made the call. */
  readonly actor?: EntryActor;
  /** The change has no fields, and a subject of its own where that isn't the document. */
  readonly bare?: true | Readonly<Record<'kind' | 'id' | 'name', unknown>>;
  /** What the same call changes in a document that gets no entry. */
  readonly beside?: Readonly<Record<'before' | 'after', object>> | undefined;
  /** Nothing stood there before. */
  readonly isCreation?: boolean;
  /** Nothing stands there any more. */
  readonly isDeletion?: boolean;
}

/** Holds what is to be changed while an update runs; never stored. */
const HELD = 'audit_held';

/**
 * A deletion that replaces the document by what has to be kept of it keeps these fields too.
 */
export const KEPT_FOR_AUDIT = { audit: '$audit', [HELD]: `$${HELD}` } as const;

/**
 * A change of a document together with the entry that tells of it, as one update: what stood there before is read by the update
 * itself. A change that no person has called for has no entry.
 */
export function audited(
  what: Audited,
  change: Stage[],
  { actor, bare, beside, isCreation = false, isDeletion = false }: Options = {},
): Stage[] {
  const head = entryHead(what, actor);
  if (!head) return change;
  const { kind, id = { $toString: '$_id' }, name, userId, fields, secrets } = what;
  const subject = typeof bare === 'object' ? bare : { kind, id, name };
  const about = { subject, userId };
  // MongoDB takes no empty object here.
  const held = { about, ...(bare ? {} : { fields, ...(secrets && { secrets }) }) };
  const before = bare || isCreation ? null : `$${HELD}.fields`;
  const after = bare || isDeletion ? null : { $mergeObjects: [fields, changed(secrets ?? {})] };
  const and = (own: unknown, other: object | undefined) => (other ? { $mergeObjects: [own, { $literal: other }] } : own);
  const told = { before: and(before, beside?.before), after: and(after, beside?.after) };
  // What is made has its name only after the change.
  const entry = { $mergeObjects: [{ $literal: head }, isCreation ? about : `$${HELD}.about`, told] };
  return [
    { $set: { [HELD]: held } },
    ...change,
    { $set: { audit: { $concatArrays: [{ $ifNull: ['$audit', []] }, [entry]] } } },
    { $unset: HELD },
  ];
}

/** The entries of a document that is being made; `after` are its fields. */
export function madeEntry(what: Audited, about: Pick<StoredEntry, 'subject' | 'userId' | 'after'>): { audit?: StoredEntry[] } {
  const head = entryHead(what);
  return head ? { audit: [{ ...head, ...about, before: null }] } : {};
}

/** The entry of a change by somebody who has read what stands there, and whose change is made only if that still stands. */
export function changedEntry(
  what: Pick<Audited, 'actions'>,
  about: Pick<StoredEntry, 'subject' | 'userId' | 'before' | 'after'>,
): StoredEntry | undefined {
  const head = entryHead(what);
  return head && { ...head, ...about };
}

/** An entry but for what it is about; undefined where no person has called. Throws for a call that has no action. */
export function entryHead({ actions }: Pick<Audited, 'actions'>, by?: EntryActor): Head | undefined {
  const call = currentRequest()?.call;
  if (!call) return undefined;
  const action = actions[call.subject];
  if (action === undefined) throw new Error(`${call.subject} has no action`);
  const caller = currentCaller();
  const { actor } = call;
  const caught =
    actor.role === 'public' ? undefined : { id: actor.id, role: actor.role, username: call.username ?? caller?.username ?? '' };
  if (action === null || !(by ?? caught)) return undefined;
  const from = { address: caller?.address || null, device: caller?.device || null };
  const at = new Date();
  return { _id: newEntryId(at), at, actor: (by ?? caught)!, from, action };
}

let last = { ms: 0, count: 0 };

/**
 * An id that grows with time to the millisecond, in all processes, so that the order of ids is that of `at`. In MongoDB's own ids a
 * second is followed by what is different in each process. After the milliseconds comes what one process has made within them.
 */
function newEntryId(at: Date): mongoose.Types.ObjectId {
  const ms = at.getTime();
  last = { ms, count: ms === last.ms ? last.count + 1 : 0 };
  const id = Buffer.alloc(12);
  id.writeUInt32BE(Math.floor(ms / 1_000), 0);
  id.writeUInt16BE(ms % 1_000, 4);
  id.writeUInt16BE(last.count % 65_536, 6);
  randomBytes(4).copy(id, 8);
  return new ObjectId(id);
}

function changed(secrets: object): object {
  const words = Object.entries(secrets).map(([name, path]) => [
    name,
    { $cond: [{ $eq: [`$${HELD}.secrets.${name}`, path] }, '$$REMOVE', 'changed'] },
  ]);
  return Object.fromEntries(words) as object;
}

/** Makes the documents ones whose changes are logged: `AuditTrail` finds them by this. */
export function indexAudited<S extends mongoose.Schema>(schema: S): S {
  const audit = { type: [mongoose.Schema.Types.Mixed], default: undefined };
  return schema.add({ audit } as never).index({ 'audit._id': 1 }, { sparse: true }) as S;
}
