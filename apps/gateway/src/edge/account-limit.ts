import { type Actor, AppError, texts } from '@sarafa/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { MinuteCounts } from './minute-counts.js';

const MINUTE_MS = 60_000;
const MOST_ACCOUNTS = 100_000;
/** An admin sees and changes things of many shops. */
const ADMIN_TIMES = 20;
/** A page reads some ten things, and several devices may have it open. */
const READS_TO_A_CHANGE = 40;

/**
 * The ceilings for one account in a minute: for changes, each of which is stored, published to every gateway and pushed to boards,
 * and apart from them for reads, each of which asks a service and its database.
 */
@Injectable()
export class AccountLimit {
  private readonly counts: Record<'admin' | 'user', Record<'reads' | 'changes', MinuteCounts>>;
  private endsAt = 0;

  constructor(@Inject(GATEWAY_CONFIG) { CHANGES_PER_MINUTE }: GatewayConfig) {
    const counts = (changes: number) => ({
      changes: new MinuteCounts(changes, MOST_ACCOUNTS),
      reads: new MinuteCounts(changes * READS_TO_A_CHANGE, MOST_ACCOUNTS),
    });
    this.counts = { user: counts(CHANGES_PER_MINUTE), admin: counts(CHANGES_PER_MINUTE * ADMIN_TIMES) };
  }

  /** Throws `TOO_MANY_REQUESTS` above the ceiling, with the time until the next minute begins. */
  count(what: 'reads' | 'changes', actor: Actor): void {
    if (actor.role === 'public') return;
    const left = this.endsAt - performance.now();
    if (left <= 0) {
      for (const { reads, changes } of Object.values(this.counts)) for (const counts of [reads, changes]) counts.clear();
      this.endsAt = performance.now() + MINUTE_MS;
    }
    if (this.counts[actor.role][what].add(actor.id)) return;
    const text = what === 'reads' ? texts.errors.tooManyRequests : texts.errors.tooManyChanges;
    throw new AppError('TOO_MANY_REQUESTS', text, undefined, Math.max(1, Math.ceil(left / 1_000)));
  }
}
