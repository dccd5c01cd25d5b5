import { Repeating } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { PriceSettingsRepository } from '../../price-settings/price-settings.repository.js';
import { MarketAsking } from './market.asking.js';
import { MarketLease } from './market.lease.js';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { nextPollAt } from './poll-times.js';
import { PollerStateRepository } from './poller-state.repository.js';

/** A changed interval, a free lease or a database that is back is noticed within this time. */
const LONGEST_PAUSE_MS = 500;

/** Asks the market at the set interval, in one replica at a time. */
@Injectable()
export class MarketPoller extends Repeating {
  private nextAt = Infinity;
  /** Whether this replica has looked at the state of polling since it got the lease. */
  private hasBegun = false;
  /** Whether a source answered when this replica asked last, since it got the lease. */
  private isAnswered = true;

  constructor(
    private readonly lease: MarketLease,
    private readonly asking: MarketAsking,
    private readonly publisher: MarketPublisher,
    private readonly state: PollerStateRepository,
    private readonly settings: PriceSettingsRepository,
  ) {
    super();
  }

  override async onApplicationShutdown(): Promise<void> {
    await super.onApplicationShutdown();
    if (!this.lease.isHeld) return;
    await this.sayStopped().catch((error: Error) => this.log.warn(`Not said that polling stopped: ${error.message}`));
  }

  protected pause(): number {
    return Math.max(0, Math.min(LONGEST_PAUSE_MS, this.nextAt - Date.now()));
  }

  protected async turn(): Promise<void> {
    this.nextAt = Infinity;
    if (!this.lease.isHeld) return void (this.hasBegun = false);
    await this.askIfDue();
    if (this.isAnswered) this.lease.worked();
  }

  private async askIfDue(): Promise<void> {
    const [state, { update_interval_ms }] = await Promise.all([this.state.read(), this.settings.current()]);
    // Repeated, because a replica that stalled while ending may write 'stopped' after this one has begun.
    if (!state.running) await this.state.setRunning(true);
    // Where the replica before had no answer, it may have been cut off alone.
    const isUntried = !this.hasBegun && state.failures > 0;
    if (!this.hasBegun) this.isAnswered = true;
    this.hasBegun = true;
    const now = new Date();
    this.nextAt = isUntried ? 0 : nextPollAt(state, update_interval_ms, now.getTime());
    if (now.getTime() < this.nextAt) return;
    const outcome = await this.asking.ask(state.asked_at, now);
    if (!outcome) return;
    this.isAnswered = outcome.source !== null;
    this.nextAt = 0;
  }

  private async sayStopped(): Promise<void> {
    await this.state.setRunning(false);
    await this.publisher.publish();
  }
}
