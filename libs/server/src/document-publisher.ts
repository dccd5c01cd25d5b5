import { setTimeout } from 'node:timers/promises';
import { AppError, type Slice, texts } from '@sarafa/contracts';
import type { HydratedDocument } from 'mongoose';
import type { Metrics } from './metrics.js';
import type { Published, PublishedRepository } from './published-document.js';
import { Repeating } from './repeating.js';
import type { StatePublisher } from './state-publisher.js';

type Doc<D> = HydratedDocument<D>;

/** Published at once by a sweep. */
const BATCH = 200;
/** All documents are offered once in this time, whatever has happened to KV unheard; ten minutes are promised. */
const ROUND_MS = 300_000;
/** Of so many keys and more, half without a document are likelier a wrong database than rubbish. */
const MANY_KEYS = 20;
/** What takes a right away is answered in this time; its caller waits five seconds. */
const REVOCATION_MS = 1_500;
const RETRY_MS = 100;

/** What a document says in one slice; a null value is a tombstone. */
export interface SliceValue {
  readonly slice: Slice;
  readonly id: string;
  readonly value: unknown;
}

/**
 * Keeps slices equal to their documents. KV is a copy that may be lost, in part too, or put back to what it was long ago, so
 * nothing is remembered of what it has: all documents are offered to it at start, after each reconnect and when a bucket was made
 * anew, and a part of them at each turn. Keys without a document go. Each document has the id of its slices.
 */
export abstract class DocumentPublisher<D extends Published> extends Repeating {
  /** `StatePublisher.lossesOf` the slices when all documents had been offered last. */
  private offeredAfter = '';
  /** The last document of the round that was offered. */
  private offeredUpTo?: string;

  /** `name`: of the documents, as a metric's label. `slices` are those of each document, one of a bucket. */
  constructor(
    name: string,
    private readonly repository: PublishedRepository<D>,
    protected readonly state: StatePublisher,
    private readonly slices: readonly Slice[],
    private readonly everyMs: number,
    metrics: Metrics,
  ) {
    super();
    metrics.gauge(
      'sarafa_unpublished_documents',
      'Documents whose last change is not in KV yet.',
      // Left out while the database is away.
      () => repository.countUnpublished().catch(() => undefined),
      { documents: name },
    );
  }

  /** One value for each of the publisher's slices, in their order. */
  protected abstract valuesOf(document: Doc<D>): SliceValue[];

  /** Runs when all documents have been offered. */
  protected completed(): Promise<void> {
    return Promise.resolve();
  }

  /** The write is saved and will be published, now or by the sweep: a bus that is down doesn't make it fail. */
  async publishSoon(document: Doc<D>): Promise<void> {
    await this.publish(document).catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  /**
   * Makes a change that takes a right away, of the document `id`: only while KV takes writes, and undone where KV then doesn't
   * take it. When this answers, KV has it, so every reader knows it, or knows that it may have missed something. Throws
   * `UNAVAILABLE`; nothing has changed then. What `change` answers that isn't the changed document is handed on.
   */
  async revoke<R extends string | null>(id: string, change: () => Promise<Doc<D> | R>): Promise<Doc<D> | R> {
    const before = await this.repository.findWhole(id);
    if (before) await this.put(before.document, true).catch((error: Error) => this.refuse(error));
    const after = await change();
    if (after === null || typeof after === 'string') return after;
    await this.publishWithin(after, REVOCATION_MS).catch(async (error: Error) => {
      const isUndone = before !== null && (await this.repository.undo(before, after));
      if (!isUndone) this.log.error(`A revocation of ${id} is saved and not published yet: the sweep will do it`);
      this.refuse(error);
    });
    return after;
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
    const losses = (await Promise.all(this.slices.map((slice) => this.state.lossesOf(slice)))).join(' ');
    await this.publishUnpublished();
    if (losses === this.offeredAfter) return this.offerPart();
    while (await this.offerNext(BATCH));
    await this.purgeOrphans();
    await this.completed();
    this.offeredAfter = losses;
  }

  private async publishUnpublished(): Promise<void> {
    let found: Doc<D>[];
    do {
      found = await this.repository.listUnpublished(BATCH);
      await Promise.all(found.map((document) => this.publish(document)));
    } while (found.length === BATCH);
  }

  /** So many that all have their turn within a round. */
  private async offerPart(): Promise<void> {
    const share = Math.ceil(((await this.repository.count()) * this.everyMs) / ROUND_MS);
    if (!(await this.offerNext(Math.max(1, share)))) await this.purgeOrphans();
  }

  /** False when these were the last ones, and the next call begins anew. */
  private async offerNext(limit: number): Promise<boolean> {
    const documents = await this.repository.listAfter(this.offeredUpTo, limit);
    for (let done = 0; done < documents.length; done += BATCH) {
      await Promise.all(documents.slice(done, done + BATCH).map((document) => this.offer(document)));
    }
    this.offeredUpTo = documents.length < limit ? undefined : String(documents.at(-1)!._id);
    return this.offeredUpTo !== undefined;
  }

  /** Another replica may have deleted a document while this one held it in its hands: what it said must not come back. */
  private async offer(document: Doc<D>): Promise<void> {
    if (!(await this.put(document))) return;
    const id = String(document._id);
    if ((await this.repository.listMissing([id])).length > 0) await this.forget(id);
  }

  private async publish(document: Doc<D>): Promise<void> {
    await this.put(document);
    // As `offer`.
    if (!(await this.repository.markPublished(document))) await this.forget(String(document._id));
  }

  /** Answers whether KV lacked some of it; with `again` it is put in any case. */
  private async put(document: Doc<D>, again = false): Promise<boolean> {
    const { rev } = document;
    const puts = this.valuesOf(document).map(({ slice, id, value }) => this.state.publish(slice, id, rev, value, again));
    return (await Promise.all(puts)).includes(true);
  }

  private async publishWithin(document: Doc<D>, limitMs: number): Promise<void> {
    const end = performance.now() + limitMs;
    for (;;) {
      const failure = await this.publish(document).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!failure) return;
      if (performance.now() >= end) throw failure;
      await setTimeout(RETRY_MS);
    }
  }

  private refuse(error: Error): never {
    this.log.warn(`A revocation was refused, since KV doesn't take it: ${error.message}`);
    throw new AppError('UNAVAILABLE', texts.errors.partDown);
  }

  /** What KV got back from an older copy of itself, or what a removal that failed half-way left. */
  private async purgeOrphans(): Promise<void> {
    for (const slice of this.slices) {
      const ids = await this.state.idsOf(slice);
      const orphans: string[] = [];
      for (let done = 0; done < ids.length; done += BATCH) {
        orphans.push(...(await this.repository.listMissing(ids.slice(done, done + BATCH))));
      }
      const there = await this.state.listThere(slice, orphans);
      const all = ids.length - orphans.length + there.length;
      if (there.length > MANY_KEYS && there.length * 2 > all) {
        this.log.error(
          `${there.length} of ${all} keys ${slice.bucket}/${slice.keys} have no document; they stay: is this the right database?`,
        );
        continue;
      }
      for (const id of there) {
        const isNeeded = async () => (await this.repository.listMissing([id])).length === 0;
        if (await this.state.removeUnless(slice, id, isNeeded)) this.log.warn(`${slice.key(id)} had no document and is gone`);
      }
    }
  }
}
