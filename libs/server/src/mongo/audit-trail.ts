import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, type AskedAudit, type AuditEntry, limits, type Rpc } from '@sarafa/contracts';
import { Controller, Inject, type Type } from '@nestjs/common';
import mongoose, { type Connection, type Model } from 'mongoose';
import { ownUserId, requireAdmin } from '../sessions/actors.js';
import { Handles } from '../rpc/messaging.js';
import type { Metrics } from '../metrics.js';
import { Repeating } from '../repeating.js';
import { nullIfDuplicate } from './duplicate-key.js';
import type { StoredEntry } from './audited.js';

const DAY_S = 86_400;
const BATCH = 200;
/** How long a reader waits for the changes that were answered just now. */
const COPY_MS = 1_500;
/** The sweep copies an entry within seconds. */
const LATE_MS = 60_000;
const ANY_CASE = { locale: 'en', strength: 2 };
const { Mixed } = mongoose.Schema.Types;

const entries = new mongoose.Schema(
  {
    ...{ at: Date, actor: Mixed, from: Mixed, action: String, subject: Mixed, userId: String, before: Mixed, after: Mixed },
    /** What later ones of many alike are counted by. */
    group: String,
  },
  { versionKey: false, minimize: false },
)
  .index({ at: 1 }, { expireAfterSeconds: limits.historyDays * DAY_S })
  .index({ userId: 1, _id: -1 })
  .index({ 'actor.id': 1, _id: -1 }, { collation: ANY_CASE })
  .index({ 'actor.username': 1, _id: -1 }, { collation: ANY_CASE })
  .index({ group: 1 }, { unique: true, sparse: true });

/** A document whose changes are logged. */
interface Logged {
  readonly _id: mongoose.Types.ObjectId;
  readonly audit: StoredEntry[];
}

/**
 * A service's part of the log of changes. An entry is written into its document by the update that makes the change. The sweep, in
 * every replica, then copies entries into the log under their own ids and takes the copied ones out of their documents, so it may
 * die between any two steps. Entries of a change that isn't published yet wait, because such a change may be undone with its entry.
 */
export abstract class AuditTrail extends Repeating {
  private readonly entries: Model<StoredEntry & { group?: string }>;
  private copying: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /** `name` is the collection of the log. */
  protected constructor(
    private readonly connection: Connection,
    name: string,
    private readonly everyMs: number,
    private readonly metrics: Metrics,
  ) {
    super();
    this.entries = connection.model<StoredEntry & { group?: string }>(name, entries as never, name);
  }

  override onApplicationBootstrap(): void {
    for (const model of this.logged()) {
      this.metrics.level(
        'sarafa_unlogged_documents',
        'Documents with a change of more than a minute ago that is not in the log of changes yet.',
        { documents: model.collection.name },
        () => this.countLate(model),
      );
    }
    super.onApplicationBootstrap();
  }

  /** The newest entries first, with those of changes that were answered just now. */
  async list(actor: Actor, { userId, actor: by, before, limit }: AskedAudit): Promise<AuditEntry[]> {
    if (actor.role !== 'admin' && ownUserId(actor) !== userId) requireAdmin(actor);
    // What can't be copied now is told by the metric; all else is answered.
    const copied = this.copied().catch((error: unknown) => this.log.error({ err: error }));
    await Promise.race([copied, setTimeout(COPY_MS, undefined, { ref: false })]);
    const filter = {
      ...(userId ? { userId } : {}),
      ...(by ? { $or: [{ 'actor.id': by }, { 'actor.username': by }] } : {}),
      ...(before ? { _id: { $lt: new mongoose.Types.ObjectId(before) } } : {}),
    };
    const query = this.entries.find(filter).sort({ _id: -1 }).limit(limit).lean<StoredEntry[]>();
    const found = await (by ? query.collation(ANY_CASE) : query);
    return found.map(({ _id, at, actor, from, action, subject, userId, before, after }) => ({
      ...{ id: _id.toHexString(), at: at.toISOString(), actor, from, action, subject },
      ...{ userId: userId ?? null, before: before ?? null, after: after ?? null },
    }));
  }

  /** Those of these accounts whose deletion the log has. */
  async listDeletionsOf(ids: string[]): Promise<string[]> {
    const deleted = { action: { $in: ['shop.deleted', 'admin.deleted'] }, 'subject.id': { $in: ids } };
    return (await this.entries.distinct('subject.id', deleted as never)).map(String);
  }

  /** Adds an entry that belongs to no document. */
  async add(entry: StoredEntry): Promise<void> {
    await this.entries.create(entry);
  }

  /** Counts an entry as one more of a group: the first one is kept, with the number of all in its `after`. */
  async count(group: string, entry: StoredEntry): Promise<void> {
    const { after, ...kept } = entry;
    const update = { $setOnInsert: { ...kept }, $inc: { 'after.times': 1 } };
    const once = () => this.entries.updateOne({ group }, update as never, { upsert: true }).exec();
    // Of two first ones at the same moment one finds the other's entry only when it tries again.
    const made = await once().catch(nullIfDuplicate);
    if (!made) await once();
  }

  /** Copies the entries of one document into the log, without waiting for the sweep. */
  async moveOf(model: Model<never>, id: unknown): Promise<void> {
    const found = await model.findById(id as never).lean<Logged>();
    if (found?.audit) await this.move(model, found);
  }

  /** Removes documents for good, and no entry with them: what has changed meanwhile is copied too. */
  async remove<D>(documents: Model<D>, filter: object): Promise<void> {
    const model = documents as unknown as Model<never>;
    do {
      const logged = { ...filter, 'audit._id': { $exists: true } };
      for (const document of await model.find(logged as never, { audit: 1 }).lean<Logged[]>()) await this.move(model, document);
      await model.deleteMany({ ...filter, 'audit._id': { $exists: false } } as never);
    } while (await model.exists(filter as never));
  }

  /** What a document of this collection is like of which nothing is left but its entries: it goes with the last of them. */
  protected emptied(_model: Model<never>): object | undefined {
    return undefined;
  }

  protected pause(): number {
    return this.everyMs;
  }

  /** One document that can't be copied keeps no other one waiting. Throws the first failure, once all others are copied. */
  protected async turn(): Promise<void> {
    // Side by side, because somebody may wait for all of them.
    const failures = await Promise.all(this.logged().map((model) => this.moveAll(model)));
    const [first] = failures.flat();
    if (first) throw first;
  }

  /** Answers the failures. */
  private async moveAll(model: Model<never>): Promise<unknown[]> {
    const failures: unknown[] = [];
    let after: object = {};
    let found: Logged[];
    do {
      const waiting = { ...after, 'audit._id': { $exists: true }, unpublished: { $ne: true } };
      found = await model
        .find(waiting as never, { audit: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<Logged[]>();
      for (const document of found) await this.move(model, document).catch((error: unknown) => failures.push(error));
      after = { _id: { $gt: found[found.length - 1]?._id } };
    } while (found.length === BATCH);
    return failures;
  }

  /**
   * Copies everything that has changed until now. Whoever asks while that is on its way shares the next turn with all others who do:
   * the present one may have passed a change that was answered just now.
   */
  private copied(): Promise<void> {
    if (!this.copying) return (this.copying = this.turn().finally(() => (this.copying = undefined)));
    return (this.next ??= this.copying
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.copied();
      }));
  }

  /** All collections whose schema was given to `indexAudited`. */
  private logged(): Model<never>[] {
    const models: unknown[] = Object.values(this.connection.models).filter(({ schema }) => schema.path('audit'));
    return models as Model<never>[];
  }

  /** The id of an entry begins with its time. */
  private countLate(model: Model<never>): Promise<number> {
    const minuteAgo = mongoose.Types.ObjectId.createFromTime(Math.floor((Date.now() - LATE_MS) / 1_000));
    return model.countDocuments({ 'audit._id': { $lt: minuteAgo } } as never).exec();
  }

  private async move(model: Model<never>, { _id, audit }: Logged): Promise<void> {
    const changes = audit.map(onlyChanged).filter((entry) => entry !== undefined);
    const inserts = changes.map(({ _id: id, ...entry }) => ({
      updateOne: { filter: { _id: id }, update: { $setOnInsert: entry }, upsert: true },
    }));
    if (inserts.length > 0) await this.entries.bulkWrite(inserts as never);
    const moved = audit.map((entry) => entry._id);
    const emptied = this.emptied(model);
    if (emptied) {
      const still = { _id, ...emptied, 'audit._id': { $all: moved }, audit: { $size: moved.length } };
      if ((await model.deleteOne(still as never)).deletedCount > 0) return;
    }
    const left = {
      $filter: { input: { $ifNull: ['$audit', []] }, as: 'one', cond: { $not: [{ $in: ['$$one._id', moved] }] } },
    };
    const kept = { $let: { vars: { left }, in: { $cond: [{ $eq: ['$$left', []] }, '$$REMOVE', '$$left'] } } };
    await model.updateOne({ _id } as never, [{ $set: { audit: kept } }] as never, { updatePipeline: true, timestamps: false });
  }
}

/** The controller that answers `rpc` from a service's part of the log. */
export function auditController(rpc: Rpc<AskedAudit, AuditEntry[]>, trail: Type<AuditTrail>): Type {
  @Controller()
  class AuditController {
    constructor(@Inject(trail) private readonly trail: AuditTrail) {}

    @Handles(rpc)
    list(asked: AskedAudit, actor: Actor) {
      return this.trail.list(actor, asked);
    }
  }
  return AuditController;
}

/** With the fields that differ alone; undefined where none does. */
function onlyChanged(entry: StoredEntry): StoredEntry | undefined {
  const { before, after } = entry;
  if (!before || !after) return entry;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (differing.length === 0) return undefined;
  const of = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => differing.includes(name)));
  return { ...entry, before: of(before), after: of(after) };
}
