import type { Slice } from '@sarafa/contracts';
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { Injectable } from '@nestjs/common';
import { Bus } from './bus.js';
import { decodeState, encodeState } from './state.js';

/** A bucket and the moment it was made: a NATS that lost its data has another one, and nothing is published in it. */
interface Bucket {
  readonly kv: KV;
  readonly life: string;
}

/** Publishes slices. Only a slice's owner may. */
@Injectable()
export class StatePublisher {
  private readonly buckets = new Map<string, Promise<Bucket>>();

  constructor(private readonly bus: Bus) {
    bus.onReconnect(() => this.buckets.clear());
  }

  /**
   * Puts `value` unless KV already has this `rev` or a newer one. Two replicas may publish one document at once, and the
   * older must not win: hence compare-and-set, not a plain put. A null value is a tombstone. Answers the bucket's life, as
   * `lifeOf`.
   */
  async publish<T>(slice: Slice<T>, id: string, rev: number, value: T | null): Promise<string> {
    const { kv, life } = await this.bucket(slice.bucket);
    const key = slice.key(id);
    for (;;) {
      const last = await kv.get(key);
      if (last?.operation === 'PUT' && decodeState(last.string()).rev >= rev) return life;
      try {
        await kv.put(key, encodeState(rev, value), { previousSeq: last?.revision ?? 0 });
        return life;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
    }
  }

  /** Nothing of it stays in KV; whoever hears of it, or reads it anew, has nothing. */
  async remove(slice: Slice, id: string): Promise<void> {
    const { kv } = await this.bucket(slice.bucket);
    await kv.purge(slice.key(id));
  }

  /** What a document that is published carries beside its `published_rev`; it changes when NATS has lost its data. */
  async lifeOf(slice: Slice): Promise<string> {
    return (await this.bucket(slice.bucket)).life;
  }

  private bucket(name: string): Promise<Bucket> {
    let bucket = this.buckets.get(name);
    if (!bucket) {
      bucket = this.open(name);
      this.buckets.set(name, bucket);
      bucket.catch(() => this.buckets.delete(name));
    }
    return bucket;
  }

  private async open(name: string): Promise<Bucket> {
    const kv = await this.bus.state.create(name, { history: 1 });
    return { kv, life: (await kv.status()).streamInfo.created };
  }
}

function isOvertaken(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;
}
