import { type Actor, AppError, texts } from '@sarafa/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { AddressCounts } from './address-counts.js';

const MINUTE_MS = 60_000;
const MOST_ACCOUNTS = 100_000;
/** An admin changes things of many shops. */
const ADMIN_TIMES = 20;

/** The ceiling for changes by one account in a minute: each is stored, published to every gateway and pushed to boards. */
@Injectable()
export class WriteLimit {
  private readonly counts: Record<'admin' | 'user', AddressCounts>;
  private endsAt = 0;

  constructor(@Inject(GATEWAY_CONFIG) { CHANGES_PER_MINUTE }: GatewayConfig) {
    this.counts = {
      user: new AddressCounts(CHANGES_PER_MINUTE, MOST_ACCOUNTS),
      admin: new AddressCounts(CHANGES_PER_MINUTE * ADMIN_TIMES, MOST_ACCOUNTS),
    };
  }

  /** Counts a change. Throws `TOO_MANY_REQUESTS` above the ceiling, with the time until the next minute begins. */
  count(actor: Actor): void {
    if (actor.role === 'public') return;
    const left = this.endsAt - performance.now();
    if (left <= 0) {
      for (const counts of Object.values(this.counts)) counts.clear();
      this.endsAt = performance.now() + MINUTE_MS;
    }
    if (this.counts[actor.role].add(actor.id)) return;
    throw new AppError('TOO_MANY_REQUESTS', texts.errors.tooManyChanges, undefined, Math.max(1, Math.ceil(left / 1_000)));
  }
}
