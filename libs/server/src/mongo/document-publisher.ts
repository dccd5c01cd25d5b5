import { setTimeout } from 'node:timers/promises';
import { AppError, type StateKey, texts } from '@sarafa/contracts';
import type { HydratedDocument } from 'mongoose';
import type { Metrics } from '../metrics.js';
import type { Published, PublishedRepository } from './published-document.js';
import { requireTimeToAnswer } from '../rpc/answer-time.js';
import { Repeating } from '../repeating.js';
import type { StatePublisher } from '../state/state-publisher.js';

type Doc<D> = HydratedDocument<D>;

/** How many documents a sweep publishes at once. */
const BATCH = 200;
/** All documents are offered to KV once in this time, whatever KV has lost unnoticed. Operators are promised ten minutes. */
const ROUND_MS = 300_000;
/** A change that takes a right away is answered within this time; its caller waits four seconds. */
const REVOCATION_MS = 1_500;
const RETRY_MS = 100;
/** How long whoever waits for a change waits for its mark. */
const MARK_MS = 500;

/** A document's value for one state key; null is a tombstone. */
export interface StateValue {
  readonly stateKey: StateKey;
  readonly id: string;
  readonly value: unknown;
}

/**
 * Keeps state keys equal to their documents. KV is a copy that may be lost, in part too, or restored to an older state, so the
 * publisher remembers nothing of what it has published: it offers all documents to KV at start, after each reconnect and when a
 * bucket was made anew, and a part of the documents at each turn. Keys without a document are removed. The id of a document is
 * the id of its state keys.
 */
export abstract class DocumentPublisher<D extends Published> extends Repeating {
  /** The result of `StatePublisher.lossesOf` for the state keys when all documents were last offered. */
  private offeredAfter = '';
  /** The last document of this round that was offered. */
  private offeredUpTo?: string;

  /**
   * `name` is the metric's label for these documents. `stateKeys` are those of each document, at most one in a bucket. `marker` is the
   * key that says that the values of all documents are there.
   */
  constructor(
    name: string,
    private readonly repository: PublishedRepository<D>,
    protected readonly state: StatePublisher,
    private readonly stateKeys: readonly StateKey[],
    private readonly everyMs: number,
    metrics: Metrics,
    private readonly marker?: StateKey,
  ) {
    super();
    metrics.level('sarafa_unpublished_documents', 'Documents whose last change is not in KV yet.', { documents: name }, () =>
      repository.countUnpublished(),
    );
  }

  /** One value for each of the publisher's state keys, in the order of the state keys. */
  protected abstract valuesOf(document: Doc<D>): StateValue[];

  /** Called at the end of each round, when all documents have been offered. */
  protected async completed(): Promise<void> {
    if (this.marker) await this.state.publish(this.marker, '', 1, {});
  }

  /** Publishes a saved write now, or leaves it to the sweep: a bus that is down doesn't make the write fail. */
  async publishSoon(document: Doc<D>): Promise<void> {
    await this.put(document).then(
      () => this.markSoon(document),
      (error: Error) => this.log.warn(`Left to the sweep: ${error.message}`),
    );
  }

  /**
   * Makes a change of the document `id` that takes a right away. The change is made only while KV takes writes, and is undone
   * when KV then doesn't take it. When this resolves with the changed document, KV has the change, so every reader either knows
   * of it or knows that it may have missed something. Throws `UNAVAILABLE` when nothing was changed. A null or a text from
   * `change` means that no document was changed, and is returned as it is.
   */
  async revoke<R extends string | null>(id: string, change: () => Promise<Doc<D> | R>): Promise<Doc<D> | R> {
    requireTimeToAnswer(REVOCATION_MS);
    let before = await this.repository.findWhole(id);
    if (before) {
      const { rev } = before.document;
      await this.put(before.document, true).catch((error: Error) => this.refuse(error));
      if (before.document.rev !== rev) before = await this.repository.findWhole(id);
    }
    requireTimeToAnswer(REVOCATION_MS);
    const after = await change();
    if (after === null || typeof after === 'string') return after;
    await this.publishWithin(after, REVOCATION_MS).catch(async (error: Error) => {
      const isUndone = before !== null && (await this.repository.undo(before, after));
      if (!isUndone) this.log.warn(`A revocation of ${id} is saved and stays: it is published, or the sweep will do it`);
      this.refuse(error);
    });
    return after;
  }

  /** The ids of documents, in order, beginning after `id`. */
  idsAfter(id: string | undefined, limit: number): Promise<string[]> {
    return this.repository.idsAfter(id, limit);
  }

  /**
   * Removes the document and its state keys for good, also when they don't exist. `id` is that of the document and of the state keys.
   */
  async removeOf(id: string): Promise<void> {
    await this.repository.delete(id);
    await this.forget(id);
  }

  /** Removes a document's values from KV. */
  protected async forget(id: string): Promise<void> {
    await Promise.all(this.stateKeys.map((stateKey) => this.state.remove(stateKey, id)));
  }

  protected pause(): number {
    return this.everyMs;
  }

  protected async turn(): Promise<void> {
    const losses = await this.losses();
    await this.publishUnpublished();
    if (losses === this.offeredAfter) return this.offerPart(losses);
    // From the first document on: a round that was under way has offered its documents to the bucket that is lost.
    this.offeredUpTo = undefined;
    while (await this.offerNext(BATCH));
    await this.endRound(losses);
    this.offeredAfter = losses;
  }

  private async losses(): Promise<string> {
    return (await Promise.all(this.stateKeys.map((stateKey) => this.state.lossesOf(stateKey)))).join(' ');
  }

  /** What says that all is there is offered again like a document: it can be lost as one can. After another loss, less is there. */
  private async endRound(losses: string): Promise<void> {
    await this.purgeOrphans();
    if ((await this.losses()) === losses) await this.completed();
  }

  private async publishUnpublished(): Promise<void> {
    let found: Doc<D>[];
    do {
      found = await this.repository.listUnpublished(BATCH);
      await Promise.all(found.map((document) => this.publish(document)));
    } while (found.length === BATCH);
  }

  /** Offers as many documents as are needed for one round in `ROUND_MS`. */
  private async offerPart(losses: string): Promise<void> {
    const share = Math.ceil(((await this.repository.count()) * this.everyMs) / ROUND_MS);
    if (!(await this.offerNext(Math.max(1, share)))) await this.endRound(losses);
  }

  /** False when the last documents were offered; the next call begins a new round. */
  private async offerNext(limit: number): Promise<boolean> {
    const documents = await this.repository.listAfter(this.offeredUpTo, limit);
    for (let done = 0; done < documents.length; done += BATCH) {
      await Promise.all(documents.slice(done, done + BATCH).map((document) => this.offer(document)));
    }
    this.offeredUpTo = documents.length < limit ? undefined : String(documents.at(-1)!._id);
    return this.offeredUpTo !== undefined;
  }

  /** Another replica may have deleted the document after this one read it; its values must not come back. */
  private async offer(document: Doc<D>): Promise<void> {
    if (!(await this.put(document))) return;
    const id = String(document._id);
    if ((await this.repository.listMissing([id])).length > 0) await this.forget(id);
  }

  private async publish(document: Doc<D>): Promise<void> {
    await this.put(document);
    await this.mark(document);
  }

  private async mark(document: Doc<D>): Promise<void> {
    // For the same reason as in `offer`.
    if (!(await this.repository.markPublished(document))) await this.forget(String(document._id));
  }

  /**
   * What KV has is published, however slow the database is to take the mark of that; without the mark the sweep publishes it once
   * more.
   */
  private async markSoon(document: Doc<D>): Promise<void> {
    const marked = this.mark(document).catch((error: Error) => this.log.warn(`Marked by the sweep: ${error.message}`));
    await Promise.race([marked, setTimeout(MARK_MS, undefined, { ref: false })]);
  }

  /**
   * Answers whether KV lacked one of the values. With `again` the values are written in any case. Where KV has a later change than the
   * database, the database was put back to an older copy and NATS was not: the document's `rev` is raised, because otherwise KV would
   * take no change until there are as many as were lost.
   */
  private async put(document: Doc<D>, again = false): Promise<boolean> {
    const { rev } = document;
    const puts = this.valuesOf(document).map(({ stateKey, id, value }) => this.state.publish(stateKey, id, rev, value, again));
    const offered = await Promise.all(puts);
    const known = Math.max(...offered.map((one) => one.rev));
    // Of a change that isn't published yet. All others may have been published by a release that writes them in another way.
    const isOther = document.unpublished && offered.some((one) => one.rev === rev && !one.isSame);
    // A document that another replica has changed meanwhile has another `rev`, and isn't raised.
    if ((known > rev || isOther) && (await this.repository.raise(document, known + 1))) {
      this.log.error(
        `KV has ${String(document._id)} of a later database (${known}, not ${rev}): what the database says counts`,
      );
      document.rev = known + 1;
      return this.put(document, again);
    }
    return offered.some(({ isWritten }) => isWritten);
  }

  /** Tries again and again for `limitMs`; throws why it couldn't be published. */
  protected async publishWithin(document: Doc<D>, limitMs: number): Promise<void> {
    const end = performance.now() + limitMs;
    for (;;) {
      const failure = await this.put(document).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!failure) return this.markSoon(document);
      if (performance.now() >= end) throw failure;
      await setTimeout(RETRY_MS);
    }
  }

  private refuse(error: Error): never {
    this.log.warn(`A revocation was refused, since KV doesn't take it: ${error.message}`);
    throw new AppError('UNAVAILABLE', texts.errors.partDown);
  }

  /** Removes keys that KV got back from an older copy of itself, or that an interrupted removal left behind. */
  private async purgeOrphans(): Promise<void> {
    for (const stateKey of this.stateKeys) {
      const ids = await this.state.idsOf(stateKey);
      const there: string[] = [];
      let all = ids.length;
      for (let done = 0; done < ids.length; done += BATCH) {
        const missing = await this.repository.listMissing(ids.slice(done, done + BATCH));
        // Of most of them NATS has but the marker of their removal.
        const orphans = await this.state.listThere(stateKey, missing);
        there.push(...orphans);
        all += orphans.length - missing.length;
      }
      if (there.length === 0) continue;
      // A NATS that was put back may have many keys of accounts that somebody deleted.
      const gone = new Set(await this.repository.listDeletionsOf(there));
      const doubtful = there.filter((id) => !gone.has(id));
      // A deletion that was interrupted leaves one key behind. Boards that lost theirs would forget their shop and their pairing.
      if (doubtful.length <= 1 || doubtful.length * 2 < all - gone.size) for (const id of doubtful) gone.add(id);
      else
        this.log.error(
          `${doubtful.length} of ${all} keys ${stateKey.bucket}/${stateKey.keys} have no document; they stay: is this the right database?`,
        );
      for (const id of gone) {
        const isNeeded = async () => (await this.repository.listMissing([id])).length === 0;
        if (await this.state.removeUnless(stateKey, id, isNeeded))
          this.log.warn(`${stateKey.key(id)} had no document and is gone`);
      }
    }
  }
}
