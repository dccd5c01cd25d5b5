import { randomUUID } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { Logger } from '@nestjs/common';
import type { Bus } from './bus.js';
import { LEASE_MS } from './streams.js';

const BUCKET = 'leases';
/** After this part of it the holder renews its lease. */
const RENEWED_AFTER = 0.3;
/** Each time the work fails again its holder waits twice as long, up to this, because it may fail everywhere. */
const LONGEST_PATIENCE_MS = 600_000;

/**
 * The right to do something in one replica only, stored in KV. The holder renews the lease. A holder that can't renew, because
 * the holder or NATS is down, considers the lease lost before another replica can take it.
 */
export class Lease {
  private readonly log = new Logger(Lease.name);
  private readonly holder = randomUUID();
  private bucket?: Promise<KV>;
  private revision?: number;
  /** What another replica has written last, and since when it is known, by the monotonic clock. */
  private others = { revision: 0, since: 0 };
  /** By the monotonic clock of this process, so a wrong wall clock changes nothing. */
  private heldUntil = 0;
  /** When the holder's work succeeded last, or when this replica got the lease; by the same clock. */
  private workedAt = 0;
  /** Until when this replica leaves the lease to others. */
  private asideUntil = 0;
  private failingMs = Infinity;
  private patienceMs = Infinity;
  private timer?: NodeJS.Timeout;
  private turn: Promise<void> = Promise.resolve();
  private stopped = false;
  private readonly renewMs: number;
  /**
   * For how long a holder stands aside: long enough for every other replica to try once more when the key had to run out, because
   * the answer to the last renewal was lost and so it couldn't be deleted. When no other replica takes the lease, its former holder
   * does.
   */
  private readonly asideMs: number;

  constructor(
    private readonly bus: Bus,
    private readonly name: string,
    private readonly leaseMs = LEASE_MS,
  ) {
    this.renewMs = leaseMs * RENEWED_AFTER;
    this.asideMs = leaseMs + this.renewMs;
    bus.onReconnect(() => (this.bucket = undefined));
  }

  get isHeld(): boolean {
    return performance.now() < this.heldUntil;
  }

  /**
   * Keeps trying until `release`. Resolves after the first try. A holder that hasn't called `worked` for `failingMs` lets the others
   * try, since it may be cut off alone from what its work needs.
   */
  async start(failingMs = Infinity): Promise<void> {
    this.patienceMs = this.failingMs = failingMs;
    this.turn = this.run();
    await this.turn;
  }

  /** The holder's work has succeeded. */
  worked(): void {
    this.workedAt = performance.now();
    this.patienceMs = this.failingMs;
  }

  /** Gives the lease up at once, so that another replica needn't wait. */
  async release(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.turn;
    await this.letGo();
  }

  private async letGo(): Promise<void> {
    const { revision } = this;
    this.revision = undefined;
    this.heldUntil = 0;
    if (revision === undefined) return;
    await this.open()
      .then((kv) => kv.delete(this.name, { previousSeq: revision }))
      .catch((error: Error) => this.log.warn(`${this.name}: left to run out: ${error.message}`));
  }

  private async run(): Promise<void> {
    const asked = performance.now();
    const wasHeld = this.isHeld;
    if (wasHeld && asked - this.workedAt > this.patienceMs) await this.stepAside();
    try {
      if (asked >= this.asideUntil) this.revision = await this.takeOrRenew(await this.open());
      // Counted from before the request, because NATS can't have started its own count earlier.
      this.heldUntil = this.revision === undefined ? 0 : asked + this.leaseMs - this.renewMs / 2;
      if (this.isHeld && !wasHeld) this.begin(asked);
    } catch {
      // NATS is down, and a lease that is held expires by itself.
      this.bucket = undefined;
    }
    if (!this.stopped) this.timer = setTimeout(() => (this.turn = this.run()), this.renewMs);
  }

  private begin(now: number): void {
    this.workedAt = now;
    this.log.log(`${this.name}: held by this replica`);
  }

  private async stepAside(): Promise<void> {
    this.log.warn(`${this.name}: nothing has succeeded here for ${this.patienceMs / 1_000} s, so another replica may try`);
    this.patienceMs = Math.min(2 * this.patienceMs, LONGEST_PATIENCE_MS);
    this.asideUntil = performance.now() + this.asideMs;
    await this.letGo();
  }

  /** The new revision; undefined while another replica holds the lease. */
  private async takeOrRenew(kv: KV): Promise<number | undefined> {
    const found = await this.bus.jetStream.lastOf(BUCKET, `$KV.${BUCKET}.${this.name}`);
    if (found?.text && found.text !== this.holder && !this.isLeft(found.revision)) return undefined;
    return kv.put(this.name, this.holder, { previousSeq: found?.revision ?? 0 }).catch(() => undefined);
  }

  /**
   * Whether another's lease wasn't renewed for as long as it lasts. NATS lets it run out by the wall clock of its machine, which may have
   * been ahead when it was written: then a lease whose holder has died would stay until that time.
   */
  private isLeft(revision: number): boolean {
    if (revision !== this.others.revision) this.others = { revision, since: performance.now() };
    return performance.now() - this.others.since > this.leaseMs;
  }

  private async open(): Promise<KV> {
    this.bucket ??= this.bus.jetStream.ownBucket(BUCKET, { history: 1, ttl: this.leaseMs });
    return this.bucket;
  }
}
