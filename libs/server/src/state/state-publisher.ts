import { isDeepStrictEqual } from 'node:util';
import type { StateKey } from '@sarafa/contracts';
import type { KV, KvStatus } from '@nats-io/kv';
import { Injectable } from '@nestjs/common';
import { Bus } from '../nats/bus.js';
import { isMissing, isOvertaken } from '../nats/jet-stream.js';
import { encodeState, type LastOfKey, revOf } from './state.js';
import { subjectOf } from './state-entries.js';

/** A sweep repeats what has failed. If nothing has failed here for this long, another replica has published it. */
const FAILING_MS = 10_000;

/** What became of a value that was offered to KV. */
interface Offered {
  readonly isWritten: boolean;
  /** The `rev` that KV has now. */
  readonly rev: number;
  /** Whether KV has this very value with this `rev`. Another release may write the same value in another way. */
  readonly isSame: boolean;
}

/** The observed state of a bucket. */
interface Seen {
  /** When the bucket was made. */
  readonly created: string;
  readonly lastSequence: number;
}

/** Publishes state keys. Only a state key's owner may publish it. */
@Injectable()
export class StatePublisher {
  private readonly buckets = new Map<string, Promise<KV>>();
  private readonly seen = new Map<string, Seen>();
  private readonly losses = new Map<string, number>();
  private failure?: { readonly key: string; readonly reason: string; readonly at: number };

  constructor(private readonly bus: Bus) {
    bus.onReconnect(() => this.buckets.clear());
  }

  /**
   * Writes `value` unless KV already has this `rev` or a newer one. Two replicas may publish one document at once and the older
   * value must not win, so this is a compare-and-set. A null value is a tombstone. With `again` the value is written even if KV
   * has this very `rev`, which proves that KV takes writes.
   */
  async publish<T>(stateKey: StateKey<T>, id: string, rev: number, value: T | null, again = false): Promise<Offered> {
    return this.watched(stateKey, id, async (kv, key) => {
      const least = again ? rev + 1 : rev;
      const state = encodeState(rev, value);
      for (;;) {
        const last = await this.lastOf(stateKey, id);
        if (last && revOf(last.text) >= least)
          return { isWritten: false, rev: revOf(last.text), isSame: isSame(last.text, state) };
        try {
          await kv.put(key, state, { previousSeq: last?.revision ?? 0 });
          return { isWritten: true, rev, isSame: true };
        } catch (error) {
          if (!isOvertaken(error)) throw error;
        }
      }
    });
  }

  /** Removes the key from KV; its readers then have no value. */
  async remove(stateKey: StateKey, id: string): Promise<void> {
    await this.watched(stateKey, id, (kv, key) => kv.purge(key));
  }

  /**
   * Like `remove`, but keeps the key if `isNeeded` says so or if the key was written meanwhile. Answers whether it was removed.
   */
  async removeUnless(stateKey: StateKey, id: string, isNeeded: () => Promise<boolean>): Promise<boolean> {
    return this.watched(stateKey, id, async (kv, key) => {
      const last = await this.lastOf(stateKey, id);
      if (!last?.text || (await isNeeded())) return false;
      return kv.purge(key, { previousSeq: last.revision }).then(
        () => true,
        (error: unknown) => {
          if (isOvertaken(error)) return false;
          throw error;
        },
      );
    });
  }

  /** The ids of all keys of a state key, including removed ones, of which NATS keeps a marker. */
  async idsOf(stateKey: StateKey): Promise<string[]> {
    const prefix = `$KV.${stateKey.bucket}.`;
    const { streams } = await this.bus.jetStream.manager();
    const filter = { subjects_filter: prefix + stateKey.keys, deleted_details: false, offset: 0 };
    const { state } = await streams.info(`KV_${stateKey.bucket}`, filter);
    return Object.keys(state.subjects ?? {}).flatMap((subject) => stateKey.idOf(subject.slice(prefix.length)) ?? []);
  }

  /** Those of `ids` that have a value in KV. */
  async listThere(stateKey: StateKey, ids: string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => this.lastOf(stateKey, id)));
    return ids.filter((_, index) => found[index]?.text);
  }

  /**
   * A counter of the occasions on which the content of a state key's bucket may have been lost: a reconnect, a bucket that was made
   * anew, or one that was restored to an older state. A missing bucket is made. When the counter has changed, the publisher
   * offers everything again.
   */
  async lossesOf({ bucket }: StateKey): Promise<string> {
    const { created, state } = (await this.statusOf(bucket)).streamInfo;
    const before = this.seen.get(bucket);
    const isLost = before && (before.created !== created || state.last_seq < before.lastSequence);
    if (isLost) this.losses.set(bucket, (this.losses.get(bucket) ?? 0) + 1);
    this.seen.set(bucket, { created, lastSequence: state.last_seq });
    return `${this.bus.reconnections}.${this.losses.get(bucket) ?? 0}`;
  }

  /** Throws while KV doesn't take what is to be published. */
  async answers(): Promise<void> {
    const { failure } = this;
    if (!failure || performance.now() - failure.at > FAILING_MS) return;
    throw new Error(`${failure.key} can't be published: ${failure.reason}`);
  }

  private lastOf(stateKey: StateKey, id: string): Promise<LastOfKey | null> {
    return this.bus.jetStream.lastOf(stateKey.bucket, subjectOf(stateKey, id));
  }

  private async statusOf(bucket: string): Promise<KvStatus> {
    const opened = await this.bucket(bucket);
    return opened.status().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      // The bucket was deleted while the product was running.
      this.buckets.delete(bucket);
      return (await this.bucket(bucket)).status();
    });
  }

  /** Remembers the failure. A bucket that has gone is made anew at the next attempt. */
  private async watched<R>(stateKey: StateKey, id: string, work: (kv: KV, key: string) => Promise<R>): Promise<R> {
    const key = stateKey.key(id);
    const name = `${stateKey.bucket}/${key}`;
    try {
      const result = await work(await this.bucket(stateKey.bucket), key);
      if (this.failure?.key === name) this.failure = undefined;
      return result;
    } catch (error) {
      this.buckets.delete(stateKey.bucket);
      this.failure = { key: name, reason: (error as Error).message, at: performance.now() };
      throw error;
    }
  }

  private bucket(name: string): Promise<KV> {
    let bucket = this.buckets.get(name);
    if (!bucket) {
      bucket = this.bus.jetStream.ownBucket(name, { history: 1 });
      this.buckets.set(name, bucket);
      bucket.catch(() => this.buckets.delete(name));
    }
    return bucket;
  }
}

/** Without regard to the order of fields, which a document just made may have in another way than the same one as it is read. */
function isSame(one: string | undefined, other: string): boolean {
  return one === other || (one !== undefined && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));
}
