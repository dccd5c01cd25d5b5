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
export function audited(what: Audited, change: Stage[], { actor, bare, isDeletion = false }: Options = {}): Stage[] {
  const head = entryHead(what, actor);
  if (!head) return change;
  const { kind, name, userId, fields, secrets } = what;
  const subject = typeof bare === 'object' ? bare : { kind, id: { $toString: '$_id' }, name };
  // MongoDB takes no empty object here.
  const held = { about: { subject, userId }, fields, ...(secrets && { secrets }) };
  const before = bare ? null : `$${HELD}.fields`;
  const after = bare || isDeletion ? null : { $mergeObjects: [fields, changed(secrets ?? {})] };
  const entry = { $mergeObjects: [{ $literal: head }, `$${HELD}.about`, { before, after }] };
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

/** The entry of a change of a document that is written only if the document is still the one that was read. */
export function changedEntry(
  what: Audited,
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
  const caught = actor.role === 'public' ? undefined : { id: actor.id, role: actor.role, username: caller?.username ?? '' };
  if (action === null || !(by ?? caught)) return undefined;
  const from = { address: caller?.address ?? null, device: caller?.device ?? null };
  return { _id: new ObjectId(), at: new Date(), actor: (by ?? caught)!, from, action };
}

function changed(secrets: object): object {
  const words = Object.entries(secrets).map(([name, path]) => [
    name,
    { $cond: [{ $eq: [`$${HELD}.secrets.${name}`, path] }, '$$REMOVE', 'changed'] },
  ]);
  return Object.fromEntries(words) as object;
}

/** Adds the index that the sweep of the log needs. */
export function indexAudited<S extends mongoose.Schema>(schema: S): S {
  return schema.index({ 'audit._id': 1 }, { sparse: true }) as S;
}
