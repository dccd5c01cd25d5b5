import { AppError } from '@sarafa/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

const MINUTE_MS = 60_000;
/** More addresses than that in one minute are an attack; counting starts anew rather than memory growing. */
const MAX_ADDRESSES = 200_000;

/**
 * The ceiling for public reads of one address in one minute, and for streams of boards that there are none of. A counter of our own, because it stands before the hottest
 * reads: one map look-up each, where @fastify/rate-limit adds a hook, a promise and three headers.
 */
@Injectable()
export class AddressLimit implements OnApplicationShutdown {
  private readonly perMinute: number;
  private counts = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;
  private startedAt = Date.now();

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig) {
    this.perMinute = config.PUBLIC_RATE_LIMIT_PER_MINUTE;
    this.timer = setInterval(() => this.clear(), MINUTE_MS);
    this.timer.unref();
  }

  /** Counts one read. False above the ceiling. */
  allows(address: string): boolean {
    const count = (this.counts.get(address) ?? 0) + 1;
    if (this.counts.size >= MAX_ADDRESSES) this.clear();
    this.counts.set(address, count);
    return count <= this.perMinute;
  }

  /** Whether it has been refused in this minute. */
  isAbove(address: string): boolean {
    return (this.counts.get(address) ?? 0) > this.perMinute;
  }

  /** What a refused reader is told: to wait until the next minute begins. */
  refusal(): AppError {
    const seconds = Math.max(1, Math.ceil((this.startedAt + MINUTE_MS - Date.now()) / 1_000));
    return new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please wait a minute.', undefined, seconds);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private clear(): void {
    this.counts = new Map();
    this.startedAt = Date.now();
  }
}
