import { AppError } from '@sarafa/contracts';
import { clientNetwork } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { AddressCounts } from './address-counts.js';

const MINUTE_MS = 60_000;
/** More addresses than that in one minute are an attack. */
const MAX_ADDRESSES = 200_000;

/**
 * The ceiling for public reads of one address, or one network of IPv6, in one minute, and for streams of boards that there are none of. A counter of our own, because it stands before the hottest
 * reads: a map look-up each, where @fastify/rate-limit adds a hook, a promise and three headers.
 */
@Injectable()
export class AddressLimit {
  private readonly counts: AddressCounts;
  private startedAt = Date.now();

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig) {
    this.counts = new AddressCounts(config.PUBLIC_RATE_LIMIT_PER_MINUTE, MAX_ADDRESSES);
  }

  /** Counts one read. False above the ceiling. */
  allows(address: string): boolean {
    return this.counts.add(clientNetwork(address));
  }

  /** Whether it has been refused in this minute. */
  isAbove(address: string): boolean {
    return this.counts.isAbove(clientNetwork(address));
  }

  /** What a refused reader is told: to wait until the next minute begins. */
  refusal(): AppError {
    const seconds = Math.max(1, Math.ceil((this.startedAt + MINUTE_MS - Date.now()) / 1_000));
    return new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please wait a minute.', undefined, seconds);
  }

  @Interval(MINUTE_MS)
  protected clear(): void {
    this.counts.clear();
    this.startedAt = Date.now();
  }
}
