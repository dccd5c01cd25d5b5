import { setTimeout } from 'node:timers/promises';
import { AppError, type Slice, texts } from '@sarafa/contracts';
import type { Msg } from '@nats-io/transport-node';
import type { KV } from '@nats-io/kv';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Bus } from './bus.js';
import { decodeState } from './state.js';

interface Entry {
  readonly slice: Slice;
  readonly id: string;
  rev: number;
  /** undefined until first read; null: the owner has published nothing, or a tombstone. */
  value: unknown;
  /** Open streams that show this entry; it isn't dropped while there are any. */
  pins: number;
  /** Read since the last search for an entry to drop. */
  used: boolean;
  /** `Bus.reconnections` when it was last read from KV; of an older connection, a change may have been missed. */
  connection: number;
}

/** A value that another release has written, in a shape that this one can't read. */
class UnreadableState extends AppError {}

type Listener = (slice: Slice, id: string) => void;

const MAX_ENTRIES = 50_000;
const REREADS_AT_ONCE = 64;
const REREAD_PAUSE_MS = 500;
/** What KV's replicas lag behind each other at the most while they are well. */
const LAG_MS = 2_000;

/**
 * What a gateway knows of the services' state: filled by KV `get` on first interest and again a little later, kept right by one
 * core subscription per bucket, re-read after a reconnect. It is bounded, and it goes on answering while NATS is
 * down. Values are replaced, never changed: the same object is the same state.
 */
@Injectable()
export class StateCache implements OnApplicationShutdown {
  private readonly log = new Logger(StateCache.name);
  /** By the subject on which a change is heard. */
  private readonly entries = new Map<string, Entry>();
  /** The same entries for readers: building a subject for each `peek` costs more than the look-up. */
  private readonly bySlice = new Map<Slice, Map<string, Entry>>();
  private readonly loading = new Map<string, Promise<Entry>>();
  private readonly buckets = new Map<string, Promise<KV>>();
  private readonly listeners: Listener[] = [];
  private turn = 0;

  constructor(private readonly bus: Bus) {
    bus.onReconnect(() => void this.reread());
  }

  /** Ends a re-read that still waits for KV. */
  onApplicationShutdown(): void {
    this.turn++;
  }

  /** `listener` runs when a value that is held here has changed. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** The value in memory, null when its owner has none; undefined when it isn't held and `load` must ask. */
  peek<T>(slice: Slice<T>, id: string): T | null | undefined {
    const entry = this.bySlice.get(slice)?.get(id);
    if (!entry) return undefined;
    entry.used = true;
    return entry.value as T | null;
  }

  /** Whether its owner has said that it is gone. Of what KV merely has nothing of, nobody has said so. */
  isTombstone(slice: Slice, id: string): boolean {
    const entry = this.bySlice.get(slice)?.get(id);
    return entry?.value === null && entry.rev >= 0;
  }

  /**
   * The value that KV has now, whatever is held here: for who must know that a NATS has lost its data. Throws `UNAVAILABLE`
   * when KV doesn't answer.
   */
  async ask<T>(slice: Slice<T>, id: string): Promise<T | null> {
    const found = await get(await this.bucket(slice.bucket), slice, id);
    const value = found?.operation === 'PUT' ? decodeState(found.string()).value : null;
    return value === null ? null : (this.parsed({ slice, id }, value) as T);
  }

  /** The value, asked from KV on first interest. Throws `UNAVAILABLE` when it isn't held and KV doesn't answer. */
  async load<T>(slice: Slice<T>, id: string): Promise<T | null> {
    return (await this.hold(slice, id)).value as T | null;
  }

  /**
   * As `load`, and asked again where the connection was lost since it was read: for who must not act on what somebody has
   * changed meanwhile. Throws `UNAVAILABLE` too while this process may not have heard the last two seconds.
   */
  async loadCurrent<T>(slice: Slice<T>, id: string): Promise<T | null> {
    if (!this.bus.isHearing) throw unavailable();
    const entry = await this.hold(slice, id);
    if (entry.connection !== this.bus.reconnections) await this.readAgain(entry);
    return entry.value as T | null;
  }

  /** As `load`, of what can't be missing once its owner has started: `UNAVAILABLE` until then. */
  async need<T>(slice: Slice<T>, id: string): Promise<T> {
    const value = this.peek(slice, id) ?? (await this.load(slice, id));
    if (value === null) throw unavailable();
    return value;
  }

  /** As `load`, and keeps the entry until what it answers is called. */
  async pin(slice: Slice, id: string): Promise<() => void> {
    const entry = await this.hold(slice, id);
    entry.pins++;
    return () => void entry.pins--;
  }

  /** Several of one id, or none: what fails leaves nothing pinned. */
  async pinAll(slices: readonly Slice[], id: string): Promise<() => void> {
    const pins = await Promise.allSettled(slices.map((slice) => this.pin(slice, id)));
    const release = () => {
      for (const pin of pins) if (pin.status === 'fulfilled') pin.value();
    };
    const failed = pins.find((pin) => pin.status === 'rejected');
    if (!failed) return release;
    release();
    throw failed.reason;
  }

  private async hold(slice: Slice, id: string): Promise<Entry> {
    const subject = subjectOf(slice, id);
    const held = this.entries.get(subject);
    if (held && held.value !== undefined) return held;
    let load = this.loading.get(subject);
    if (!load) {
      load = this.fetch(slice, id, subject).finally(() => this.loading.delete(subject));
      this.loading.set(subject, load);
    }
    return load;
  }

  private async fetch(slice: Slice, id: string, subject: string): Promise<Entry> {
    const bucket = this.bucket(slice.bucket);
    // In the map before KV is asked: a change that is heard meanwhile is kept, and a `get` that is older loses by its rev.
    const entry: Entry = { slice, id, rev: -1, value: undefined, pins: 0, used: true, connection: -1 };
    this.add(subject, entry);
    try {
      await this.read(entry, await bucket);
    } catch (error) {
      // What was heard meanwhile may be pinned already: taken away, it would never change again.
      if (entry.value === undefined) {
        this.remove(subject, entry);
        throw error;
      }
    }
    this.dropOne();
    void this.readOnceMore(entry);
    return entry;
  }

  private add(subject: string, entry: Entry): void {
    this.entries.set(subject, entry);
    const ofSlice = this.bySlice.get(entry.slice) ?? new Map<string, Entry>();
    this.bySlice.set(entry.slice, ofSlice.set(entry.id, entry));
  }

  private remove(subject: string, entry: Entry): void {
    this.entries.delete(subject);
    this.bySlice.get(entry.slice)?.delete(entry.id);
  }

  /**
   * Whichever replica of KV is asked answers, also one that lags behind a change that was told before anybody here was
   * interested: nobody would tell it again.
   */
  private async readOnceMore(entry: Entry): Promise<void> {
    await setTimeout(LAG_MS, undefined, { ref: false });
    // Of a NATS that is away everything is read again when it is back.
    await this.readAgain(entry).catch(() => undefined);
  }

  private async read(entry: Entry, bucket: KV): Promise<void> {
    const connection = this.bus.reconnections;
    const found = await get(bucket, entry.slice, entry.id);
    entry.connection = connection;
    if (found?.operation === 'PUT') this.accept(entry, found.string());
    else if (found) forgetValue(entry);
    // No trace of it: a NATS that has lost its data is filled again by its owner, and what is known holds until then.
    else entry.value ??= null;
  }

  private accept(entry: Entry, text: string): boolean {
    const { rev, value } = decodeState(text);
    if (rev <= entry.rev) return false;
    // Parsed first: a value of another release must not count as known, or the owner's next word of the same rev is lost.
    entry.value = value === null ? null : this.parsed(entry, value);
    entry.rev = rev;
    return true;
  }

  /** Throws `UnreadableState` for what only another release can read: its readers are right, and this one's are no error of theirs. */
  private parsed({ slice, id }: Pick<Entry, 'slice' | 'id'>, value: unknown): unknown {
    const { success, data, error } = slice.value.safeParse(value);
    if (success) return data;
    this.log.error({ err: error, slice: slice.keys, id });
    throw new UnreadableState('UNAVAILABLE', texts.errors.partDown);
  }

  private hear(message: Msg): void {
    const entry = this.entries.get(message.subject);
    if (!entry) return;
    try {
      // A removed key is told by a marker without a value.
      if (message.data.length === 0) forgetValue(entry);
      else if (!this.accept(entry, message.string())) return;
      this.tell(entry);
    } catch (error) {
      if (!(error instanceof UnreadableState)) this.log.error({ err: error, subject: message.subject });
    }
  }

  private tell({ slice, id }: Entry): void {
    for (const listener of this.listeners) listener(slice, id);
  }

  /** What was said while the connection was down is lost to a subscription, but not to KV. Repeats until KV has told all. */
  private async reread(): Promise<void> {
    const turn = ++this.turn;
    let left = [...this.entries.values()];
    while (left.length > 0 && turn === this.turn) {
      const failed: Entry[] = [];
      const queue = left.values();
      const worker = async () => {
        for (const entry of queue) {
          await this.readAgain(entry).catch((error: unknown) => {
            // A value that can't be read now can't be in half a second either.
            if (error instanceof AppError && !(error instanceof UnreadableState)) failed.push(entry);
            else this.log.error({ err: error, id: entry.id });
          });
        }
      };
      await Promise.all(Array.from({ length: REREADS_AT_ONCE }, worker));
      this.log.log(`State re-read: ${left.length - failed.length} of ${left.length}`);
      left = failed;
      // JetStream answers some time after NATS does.
      if (left.length > 0) await setTimeout(REREAD_PAUSE_MS);
    }
  }

  private async readAgain(entry: Entry): Promise<void> {
    const before = entry.value;
    await this.read(entry, await this.bucket(entry.slice.bucket));
    if (entry.value !== before) this.tell(entry);
  }

  /** Second chance: as good as least-recently-used here, and a read costs a flag instead of a reordered map. */
  private dropOne(): void {
    let chances = this.entries.size;
    if (chances <= MAX_ENTRIES) return;
    for (const [subject, entry] of this.entries) {
      this.entries.delete(subject);
      if (entry.pins === 0 && !entry.used) return this.remove(subject, entry);
      entry.used = false;
      this.entries.set(subject, entry);
      if (--chances === 0) return;
    }
  }

  /** Subscribes on first use, before anything is read, so that no change falls between the two. */
  private bucket(name: string): Promise<KV> {
    let bucket = this.buckets.get(name);
    if (!bucket) {
      this.bus.connection.subscribe(`$KV.${name}.>`, {
        callback: (error, message) => (error ? undefined : this.hear(message)),
      });
      // `open` makes no round trip, and a bucket that isn't there yet fails where it is read.
      bucket = this.bus.state.open(name, { allow_direct: true });
      this.buckets.set(name, bucket);
    }
    return bucket;
  }
}

function get(bucket: KV, slice: Slice, id: string): ReturnType<KV['get']> {
  return bucket.get(slice.key(id)).catch(() => {
    throw unavailable();
  });
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.partDown);
}

/** Removed for good; should its owner ever say it again, then whatever `rev` that has counts. */
function forgetValue(entry: Entry): void {
  entry.value = null;
  entry.rev = -1;
}

function subjectOf(slice: Slice, id: string): string {
  return `$KV.${slice.bucket}.${slice.key(id)}`;
}
