import type { Slice } from '@sarafa/contracts';
import { Prop } from '@nestjs/mongoose';
import type { HydratedDocument, Model, QueryFilter, Schema } from 'mongoose';
import { Repeating } from './repeating.js';
import type { StatePublisher } from './state-publisher.js';

/**
 * What a document whose content is also a slice carries. A document and its slice can't be written in one transaction:
 * `rev` counts the document's changes, `published_rev` and `published_in` say which of them KV has, in which of its lives.
 */
export abstract class Published {
  @Prop({ type: Number, default: 1 }) rev!: number;
  @Prop({ type: Number, default: 0 }) published_rev!: number;
  /** `StatePublisher.lifeOf` of the bucket that has it. */
  @Prop({ type: String, default: '' }) published_in!: string;
  /** Indexed only while true, so that looking for work costs nothing when there is none. */
  @Prop({ type: Boolean, default: true }) unpublished!: boolean;
}

/** To be part of every update of a published document. */
export const CHANGED = { $inc: { rev: 1 }, $set: { unpublished: true } } as const;

/** Gives a published document's schema the index that its sweep needs. */
export function indexUnpublished<S extends Schema>(schema: S): S {
  return schema.index({ unpublished: 1 }, { partialFilterExpression: { unpublished: true } }) as S;
}

type Doc<D> = HydratedDocument<D>;

/** The queries of a sweep, for repositories of published documents. */
export abstract class PublishedRepository<D extends Published> {
  protected constructor(protected readonly documents: Model<D>) {}

  listUnpublished(limit: number): Promise<Doc<D>[]> {
    return this.documents.find(filter<D>({ unpublished: true })).limit(limit) as unknown as Promise<Doc<D>[]>;
  }

  /** A document that has changed meanwhile stays unpublished. False when there is no such document any more. */
  async markPublished({ _id, rev }: Doc<D>, life: string): Promise<boolean> {
    const published = { $set: { published_rev: rev, published_in: life, unpublished: false } };
    const { matchedCount } = await this.documents.updateOne(filter<D>({ _id, rev }), published, { timestamps: false });
    return matchedCount > 0 || (await this.documents.exists(filter<D>({ _id }))) !== null;
  }

  async delete(id: string): Promise<void> {
    await this.documents.deleteOne(filter<D>({ _id: id }));
  }

  /** After NATS has lost its data: all is to be published again. */
  async markLost(life: string): Promise<void> {
    const lost = filter<D>({ published_in: { $ne: life }, unpublished: false });
    await this.documents.updateMany(lost, { $set: { unpublished: true } }, { timestamps: false });
  }
}

/** Mongoose's filter type can't see a generic document's own fields. */
function filter<D>(conditions: object): QueryFilter<D> {
  return conditions as QueryFilter<D>;
}

/** Published at once by a sweep. */
const BATCH = 200;

/** What a document says in one slice; a null value is a tombstone. */
export interface SliceValue {
  readonly slice: Slice;
  readonly id: string;
  readonly value: unknown;
}

/**
 * Keeps slices equal to their documents: `publishSoon` after each write, and a sweep on start and every `everyMs` for what a
 * crash or a lost bus left behind.
 */
export abstract class DocumentPublisher<D extends Published> extends Repeating {
  /** The buckets' life in which everything is known to be published or marked. */
  private sweptLife = '';
  private completeLife = '';

  /** `slices` are those of each document, one of a bucket. */
  constructor(
    private readonly repository: PublishedRepository<D>,
    protected readonly state: StatePublisher,
    private readonly slices: readonly Slice[],
    private readonly everyMs: number,
  ) {
    super();
  }

  /** One value for each of the publisher's slices, in their order. */
  protected abstract valuesOf(document: Doc<D>): SliceValue[];

  /** Runs when all documents stand in buckets that are new to this process. */
  protected completed(): Promise<void> {
    return Promise.resolve();
  }

  /** The write is saved and will be published, now or by the sweep: a bus that is down doesn't make it fail. */
  async publishSoon(document: Doc<D>): Promise<void> {
    await this.publish(document).catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  /** The document and its slices go for good; also when there are none. `id` is the document's and the slices'. */
  async removeOf(id: string): Promise<void> {
    await this.repository.delete(id);
    await this.forget(id);
  }

  /** KV forgets what a document said. */
  protected async forget(id: string): Promise<void> {
    await Promise.all(this.slices.map((slice) => this.state.remove(slice, id)));
  }

  protected pause(): number {
    return this.everyMs;
  }

  protected async turn(): Promise<void> {
    const life = joined(await Promise.all(this.slices.map((slice) => this.state.lifeOf(slice))));
    if (life !== this.sweptLife) {
      await this.repository.markLost(life);
      this.sweptLife = life;
    }
    let found: Doc<D>[];
    do {
      found = await this.repository.listUnpublished(BATCH);
      await Promise.all(found.map((document) => this.publish(document)));
    } while (found.length === BATCH);
    if (life === this.completeLife) return;
    await this.completed();
    this.completeLife = life;
  }

  private async publish(document: Doc<D>): Promise<void> {
    const values = this.valuesOf(document);
    const lives = await Promise.all(values.map(({ slice, id, value }) => this.state.publish(slice, id, document.rev, value)));
    // Another replica has deleted it while this one held it in its hands: it must not come back.
    if (!(await this.repository.markPublished(document, joined(lives)))) await this.forget(values[0]!.id);
  }
}

function joined(lives: string[]): string {
  return lives.join(' ');
}
