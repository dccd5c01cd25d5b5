import { AppError, type StateKey, texts } from '@sarafa/contracts';
import type { Msg } from '@nats-io/transport-node';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BucketReader, type Found } from './bucket-reader.js';
import { Bus } from '../nats/bus.js';
import type { LastingSubscription } from '../nats/lasting-subscriptions.js';
import { decodeState, textOf, UnpublishedState, UnreadableState } from './state.js';
import { type StateEntry as Entry, StateEntries, subjectOf } from './state-entries.js';
import { StateRereads } from './state-rereads.js';

type Listener = (stateKey: StateKey, id: string) => void;
type Check = () => Promise<boolean>;

/** Within this time of a reconnect owners have offered to KV all that they have. */
const OFFERED_MS = 600_000;

/**
 * A process's copy of the services' state. An entry is read from KV when it is first needed and once more a little later, kept
 * up to date by one core subscription per bucket, and read again after a reconnect. The cache is bounded, and goes on answering
 * while NATS is down. Values are replaced and never changed, so the same object means the same state.
 */
@Injectable()
export class StateCache implements OnApplicationShutdown {
  private readonly log = new Logger(StateCache.name);
  private readonly entries = new StateEntries();
  /** By the subject of the entry's changes. */
  private readonly loading = new Map<string, Promise<Entry>>();
  private readonly buckets = new Map<string, { readonly reader: BucketReader; readonly subscription: LastingSubscription }>();
  private readonly listeners: Listener[] = [];
  private readonly completeness = new Map<StateKey, Check>();
  protected readonly offeredMs: number = OFFERED_MS;
  private readonly rereads = new StateRereads(
    this.entries,
    { readAgain: (entry) => this.readAgain(entry), found: (entry) => this.found(entry) },
    this.log,
  );

  constructor(private readonly bus: Bus) {
    bus.onReconnect(() => void this.rereads.afterReconnect(this.offeredMs));
  }

  /** Ends a re-read that still waits for KV. */
  onApplicationShutdown(): void {
    this.rereads.stop();
  }

  /** Calls `listener` when a cached value has changed. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /**
   * From now on a key that KV doesn't have is no value of `stateKey` only where `isComplete` says that its owner has published all
   * of them; before that, a first read throws `UNAVAILABLE`. A NATS that has lost its data knows nothing for a while.
   */
  nullOnlyIf(stateKey: StateKey, isComplete: Check): void {
    this.completeness.set(stateKey, isComplete);
  }

  /** The cached value; null when the owner has published none, undefined when it isn't cached and `load` is needed. */
  peek<T>(stateKey: StateKey<T>, id: string): T | null | undefined {
    const entry = this.entries.of(stateKey, id);
    if (!entry) return undefined;
    entry.used = true;
    return entry.value as T | null;
  }

  /** The `rev` of the cached value; -1 where there is none. */
  revOf(stateKey: StateKey, id: string): number {
    return this.entries.of(stateKey, id)?.rev ?? -1;
  }

  /** Whether the owner has published that the value is gone. A key that KV merely doesn't have is no tombstone. */
  isTombstone(stateKey: StateKey, id: string): boolean {
    const entry = this.entries.of(stateKey, id);
    return entry?.value === null && entry.rev >= 0;
  }

  /**
   * The value that KV has now, whatever is cached. For callers that must notice that NATS has lost its data. Throws
   * `UNAVAILABLE` when KV doesn't answer.
   */
  async ask<T>(stateKey: StateKey<T>, id: string): Promise<T | null> {
    const found = await this.found({ stateKey, id });
    const value = found ? decodeState(found).value : null;
    return value === null ? null : (this.parsed({ stateKey, id }, value) as T);
  }

  /** The cached value, or the value read from KV. Throws `UNAVAILABLE` when the value isn't cached and KV doesn't answer. */
  async load<T>(stateKey: StateKey<T>, id: string): Promise<T | null> {
    return (await this.hold(stateKey, id)).value as T | null;
  }

  /**
   * Like `load`, but reads again when the connection was lost since the last read. For callers that must not act on an outdated
   * value. Also throws `UNAVAILABLE` while this process may have missed messages of the last two seconds, or may hear none.
   */
  async loadCurrent<T>(stateKey: StateKey<T>, id: string): Promise<T | null> {
    if (!this.bus.isResponsive || this.bucket(stateKey.bucket).subscription.isRefused) throw unavailable();
    const entry = await this.hold(stateKey, id);
    if (entry.connection !== this.bus.reconnections) await this.readAgain(entry);
    return entry.value as T | null;
  }

  /** Like `load` for a value that always exists once its owner has started. Throws `UNAVAILABLE` before that. */
  async need<T>(stateKey: StateKey<T>, id: string): Promise<T> {
    const value = this.peek(stateKey, id) ?? (await this.load(stateKey, id));
    if (value === null) throw unavailable();
    return value;
  }

  /** Like `load`, and keeps the entry until the returned function is called. */
  async pin(stateKey: StateKey, id: string): Promise<() => void> {
    return this.entries.pin(await this.hold(stateKey, id));
  }

  /** Like `pin`, but also keeps an entry whose value isn't known yet, which gets its value when the owner publishes it. */
  async pinLate(stateKey: StateKey, id: string): Promise<() => void> {
    const entry = this.entries.of(stateKey, id) ?? this.added(stateKey, id);
    const unpin = this.entries.pin(entry);
    await this.hold(stateKey, id).catch(() => undefined);
    return () => {
      unpin();
      if (entry.pins === 0 && entry.value === undefined) this.entries.remove(entry);
    };
  }

  /** Pins several state keys of one id. When one of them fails, none stays pinned. */
  async pinAll(stateKeys: readonly StateKey[], id: string): Promise<() => void> {
    const pins = await Promise.allSettled(stateKeys.map((stateKey) => this.pin(stateKey, id)));
    const release = () => {
      for (const pin of pins) if (pin.status === 'fulfilled') pin.value();
    };
    const failed = pins.find((pin) => pin.status === 'rejected');
    if (!failed) return release;
    release();
    throw failed.reason;
  }

  private async hold(stateKey: StateKey, id: string): Promise<Entry> {
    const held = this.entries.of(stateKey, id);
    if (held && held.value !== undefined) return held;
    const subject = subjectOf(stateKey, id);
    let load = this.loading.get(subject);
    if (!load) {
      load = this.fetch(stateKey, id).finally(() => this.loading.delete(subject));
      this.loading.set(subject, load);
    }
    return load;
  }

  private async fetch(stateKey: StateKey, id: string): Promise<Entry> {
    // Added before KV is asked, so that a change that arrives meanwhile is kept; an older answer of KV then loses by its `rev`.
    const entry = this.entries.of(stateKey, id) ?? this.added(stateKey, id);
    try {
      await this.read(entry);
    } catch (error) {
      // A change that has arrived meanwhile may be in use already: an entry that was removed now would never be updated again.
      if (entry.value === undefined) {
        if (entry.pins === 0) this.entries.remove(entry);
        throw error;
      }
    }
    this.entries.dropOne();
    void this.rereads.onceMore(entry);
    return entry;
  }

  private added(stateKey: StateKey, id: string): Entry {
    const entry: Entry = { stateKey, id, rev: -1, value: undefined, pins: 0, used: true, connection: -1 };
    this.entries.add(entry);
    return entry;
  }

  private async read(entry: Entry): Promise<void> {
    const connection = this.bus.reconnections;
    const isComplete = entry.value === undefined ? this.completeness.get(entry.stateKey) : undefined;
    // Asked for together, so that the two share a request.
    const [found, nullCounts] = await Promise.all([this.found(entry), isComplete?.() ?? true]);
    entry.connection = connection;
    if (found) this.accept(entry, found);
    else if (found === '') forgetValue(entry);
    else if (!nullCounts && entry.value === undefined) throw new UnpublishedState('UNAVAILABLE', texts.errors.partDown);
    // KV has no trace of the key: a NATS that has lost its data is filled again by the owner, and the cached value stays until
    // then.
    else entry.value ??= null;
  }

  private accept(entry: Entry, text: string): boolean {
    const { rev, value } = decodeState(text);
    if (rev <= entry.rev) return false;
    // Parsed before `rev` is stored: otherwise an unreadable value of another release would count as known, and the owner's
    // next value with the same `rev` would be ignored.
    entry.value = value === null ? null : this.parsed(entry, value);
    entry.rev = rev;
    return true;
  }

  /** Throws `UnreadableState` for a value that only another release can read: neither the owner nor the reader is at fault. */
  private parsed({ stateKey, id }: Pick<Entry, 'stateKey' | 'id'>, value: unknown): unknown {
    const { success, data, error } = stateKey.value.safeParse(value);
    if (success) return data;
    this.log.error({ err: error, stateKey: stateKey.keys, id });
    throw new UnreadableState();
  }

  private receive(message: Msg): void {
    const entry = this.entries.ofSubject(message.subject);
    if (!entry) return;
    try {
      const text = textOf(message, message.headers);
      if (text === undefined) throw new Error('This is an answer of JetStream, and not what an owner has published');
      if (text === '') forgetValue(entry);
      else if (!this.accept(entry, text)) return;
      this.notify(entry);
    } catch (error) {
      if (!(error instanceof UnreadableState)) this.log.error({ err: error, subject: message.subject });
    }
  }

  private notify({ stateKey, id }: Entry): void {
    for (const listener of this.listeners) listener(stateKey, id);
  }

  private async readAgain(entry: Entry): Promise<void> {
    const before = entry.value;
    await this.read(entry);
    if (entry.value !== before) this.notify(entry);
  }

  private found({ stateKey, id }: Pick<Entry, 'stateKey' | 'id'>): Promise<Found> {
    return this.bucket(stateKey.bucket).reader.read(subjectOf(stateKey, id));
  }

  /** Subscribes on first use, before anything is read, so that no change is missed between the two. */
  private bucket(name: string) {
    let bucket = this.buckets.get(name);
    if (!bucket) {
      const subscription = this.bus.subscribe(`$KV.${name}.>`, (message) => this.receive(message));
      bucket = { reader: new BucketReader(this.bus, name), subscription };
      this.buckets.set(name, bucket);
    }
    return bucket;
  }
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.partDown);
}

/** The value was removed for good. If the owner ever publishes one again, it is accepted with any `rev`. */
function forgetValue(entry: Entry): void {
  entry.value = null;
  entry.rev = -1;
}
