import { Id } from '@sarafa/contracts';
import { Prop } from '@nestjs/mongoose';
import type { HydratedDocument, Model, QueryFilter, Schema } from 'mongoose';
import type { AuditTrail } from './audit-trail.js';
import { indexAudited, type StoredEntry } from './audited.js';

/**
 * The fields of a document whose content is also published as a state key. A document and its state key can't be written in one
 * transaction, so `rev` counts the document's changes, and `unpublished` says that KV may lack the last change.
 */
export abstract class Published {
  @Prop({ type: Number, default: 1 }) rev!: number;
  /** Indexed only while it is true, so that a sweep without work costs nothing. */
  @Prop({ type: Boolean, default: true }) unpublished!: boolean;
  /** What the log of changes doesn't have yet. */
  audit?: StoredEntry[];
}

/** Part of every update of a published document. */
export const CHANGED = { $inc: { rev: 1 }, $set: { unpublished: true } } as const;
/** `CHANGED` in an update that is a pipeline. The document may be one that the update makes. */
export const CHANGED_HERE = { ...CHANGED.$set, rev: { $add: [{ $ifNull: ['$rev', 0] }, CHANGED.$inc.rev] } };
/** Answers the changed document of an update that is a pipeline. */
export const AFTER = { returnDocument: 'after', updatePipeline: true } as const;

/** Adds the indexes that the sweeps of a published document and of its part of the log of changes need. */
export function indexUnpublished<S extends Schema>(schema: S): S {
  return indexAudited(schema.index({ unpublished: 1 }, { partialFilterExpression: { unpublished: true } })) as S;
}

type Doc<D> = HydratedDocument<D>;

/** A document as it is stored (`stored`), and as this release reads it (`document`). */
interface WholeDocument<D> {
  readonly stored: Record<string, unknown>;
  readonly document: Doc<D>;
}

/** The queries of a publisher; the base class for repositories of published documents. */
export abstract class PublishedRepository<D extends Published> {
  protected constructor(
    protected readonly documents: Model<D>,
    private readonly trail: AuditTrail,
  ) {}

  listUnpublished(limit: number): Promise<Doc<D>[]> {
    return this.documents.find(filter<D>({ unpublished: true })).limit(limit) as unknown as Promise<Doc<D>[]>;
  }

  countUnpublished(): Promise<number> {
    return this.documents.countDocuments(filter<D>({ unpublished: true })).exec();
  }

  /** An estimate from the collection's own count. */
  count(): Promise<number> {
    return this.documents.estimatedDocumentCount().exec();
  }

  /** Documents ordered by id, beginning after `id`. */
  listAfter(id: string | undefined, limit: number): Promise<Doc<D>[]> {
    return this.after(id, limit);
  }

  /** The ids of documents, in order, beginning after `id`. */
  async idsAfter(id: string | undefined, limit: number): Promise<string[]> {
    return (await this.after(id, limit, { _id: 1 })).map((document) => String(document._id));
  }

  /**
   * Those of `ids` that have no document. Texts that aren't ids are ignored. A document that only the primary
   * has counts as there: just after an election it may be one that was acknowledged.
   */
  async listMissing(ids: string[]): Promise<string[]> {
    const real = ids.filter((id) => Id.safeParse(id).success);
    const found = await this.documents.distinct('_id', filter<D>({ _id: { $in: real } })).readConcern('local');
    const there = new Set(found.map(String));
    return real.filter((id) => !there.has(id));
  }

  /** Answers all stored fields, also those that only another release knows. */
  async findWhole(id: string): Promise<WholeDocument<D> | null> {
    const stored = await this.documents.findById(id).lean<Record<string, unknown>>();
    return stored && { stored, document: this.documents.hydrate(stored) as Doc<D> };
  }

  /** Raises the `rev` of a document that nobody has changed meanwhile. Answers whether it was raised. */
  async raise({ _id, rev }: Doc<D>, to: number): Promise<boolean> {
    const raised = { $set: { rev: to, unpublished: true } };
    return (await this.documents.updateOne(filter<D>({ _id, rev }), raised, { timestamps: false })).matchedCount > 0;
  }

  /** Those of `ids` of which the log of changes has the deletion. */
  listDeletionsOf(ids: string[]): Promise<string[]> {
    return this.trail.listDeletionsOf(ids);
  }

  /** A document that has changed meanwhile stays unpublished. False when the document no longer exists. */
  async markPublished({ _id, rev }: Doc<D>): Promise<boolean> {
    const published = { $set: { unpublished: false } };
    const { matchedCount } = await this.documents.updateOne(filter<D>({ _id, rev }), published, { timestamps: false });
    return matchedCount > 0 || (await this.documents.exists(filter<D>({ _id }))) !== null;
  }

  /**
   * Undoes the one change that turned `before` into `after`, and with it its entry of the log. False when the document has changed
   * again, or no longer exists, and when another replica has published the change: then the log may have its entry.
   */
  async undo({ stored }: WholeDocument<D>, { _id, rev }: Doc<D>): Promise<boolean> {
    if (stored.rev !== rev - 1) return false;
    // Written past the schema, which would drop fields that only another release knows.
    const replaced = await this.documents.collection.replaceOne({ _id, rev, unpublished: true } as object, {
      ...stored,
      rev: rev + 1,
      unpublished: true,
    });
    return replaced.matchedCount > 0;
  }

  /** Removes a document for good; the log keeps its entries. */
  async delete(id: string): Promise<void> {
    await this.trail.remove(this.documents, { _id: id });
  }

  private after(id: string | undefined, limit: number, fields = {}): Promise<Doc<D>[]> {
    const found = this.documents.find(filter<D>(id === undefined ? {} : { _id: { $gt: id } }), fields);
    return found.sort({ _id: 1 }).limit(limit) as unknown as Promise<Doc<D>[]>;
  }
}

/** Mongoose's filter type can't see a generic document's own fields. */
function filter<D>(conditions: object): QueryFilter<D> {
  return conditions as QueryFilter<D>;
}
