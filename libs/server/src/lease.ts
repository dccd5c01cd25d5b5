import { randomUUID } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { Logger } from '@nestjs/common';
import type { Bus } from './bus.js';

const BUCKET = 'leases';
/** A holder that died is followed after this long. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;

/**
 * The right to do something in one replica only, held in KV. Whoever holds it renews it; who can't, because it or NATS is
 * away, has lost it before anybody else can take it.
 */
export class Lease {
  private readonly log = new Logger(Lease.name);
  private readonly holder = randomUUID();
  private bucket?: Promise<KV>;
  private revision?: number;
  /** By this process's monotonic clock; a wrong wall clock changes nothing. */
  private heldUntil = 0;
  private timer?: NodeJS.Timeout;
  private turn: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly bus: Bus,
    private readonly name: string,
  ) {
    bus.onReconnect(() => (this.bucket = undefined));
  }

  get isHeld(): boolean {
    return performance.now() < this.heldUntil;
  }

  /** Keeps trying until `release`. Resolves after the first try. */
  async start(): Promise<void> {
    this.turn = this.run();
    await this.turn;
  }

  /** Gives it up at once, so that another replica needn't wait. */
  async release(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.turn;
    const { revision } = this;
    this.heldUntil = 0;
    if (revision === undefined) return;
    await this.open()
      .then((kv) => kv.delete(this.name, { previousSeq: revision }))
      .catch((error: Error) => this.log.warn(`${this.name}: left to run out: ${error.message}`));
  }

  private async run(): Promise<void> {
    const asked = performance.now();
    const wasHeld = this.isHeld;
    try {
      this.revision = await this.takeOrRenew(await this.open());
      // Counted from before the question: the server's clock started at the earliest then.
      this.heldUntil = this.revision === undefined ? 0 : asked + LEASE_MS - RENEW_MS / 2;
      if (this.isHeld && !wasHeld) this.log.log(`${this.name}: held by this replica`);
    } catch {
      // NATS is away: what is held runs out by itself.
      this.bucket = undefined;
    }
    if (!this.stopped) this.timer = setTimeout(() => (this.turn = this.run()), RENEW_MS);
  }

  /** The new revision, or undefined while another holder has it. */
  private async takeOrRenew(kv: KV): Promise<number | undefined> {
    const found = await kv.get(this.name);
    const free = !found || found.operation !== 'PUT';
    if (!free && found.string() !== this.holder) return undefined;
    return kv.put(this.name, this.holder, { previousSeq: found?.revision ?? 0 }).catch(() => undefined);
  }

  /** Async also where it throws: with NATS away there is no `state`. */
  private async open(): Promise<KV> {
    this.bucket ??= this.bus.ownBucket(BUCKET, { history: 1, ttl: LEASE_MS });
    return this.bucket;
  }
}
