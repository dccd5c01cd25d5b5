import { setTimeout } from 'node:timers/promises';
import { type Actor, AppError, limits, type PriceSettings, texts } from '@sarafa/contracts';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { PriceSettingsService } from '../price-settings/price-settings.service.js';
import { MarketAsking } from './market.asking.js';
import { MarketPublisher } from './market.publisher.js';
import { PollerStateRepository } from './poller-state.repository.js';

/**
 * A source may take longer than the caller waits. Then the answer has the status of that moment, and boards get the result when
 * it comes.
 */
const LONGEST_WAIT_MS = 4_000;

/** What admins ask of the market. */
@Injectable()
export class MarketAdminService {
  constructor(
    private readonly asking: MarketAsking,
    private readonly state: PollerStateRepository,
    private readonly publisher: MarketPublisher,
    private readonly settings: PriceSettingsService,
  ) {}

  /**
   * Asks the market at once, in any replica and also sources that asked for a pause; at most once in five seconds over all
   * replicas.
   */
  async refresh(actor: Actor): Promise<void> {
    requireAdmin(actor);
    const now = new Date();
    const { asked_at } = await this.state.read();
    if (!(await this.state.claimRefresh(now, limits.refreshPauseMs))) throw tooSoon();
    // When the poller has just asked, its question counts as the answer.
    await Promise.race([this.asking.ask(asked_at, now, true), setTimeout(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /**
   * Publishes the market's status before answering, so that an admin who reads the status next sees the new time of the next
   * question.
   */
  async setUpdateInterval(actor: Actor, intervalMs: number): Promise<PriceSettings> {
    const settings = await this.settings.setUpdateInterval(actor, intervalMs);
    await this.publisher.publishSoon();
    return settings;
  }
}

function tooSoon(): AppError {
  const seconds = Math.ceil(limits.refreshPauseMs / 1_000);
  return new AppError('TOO_MANY_REQUESTS', texts.prices.refreshTooSoon, undefined, seconds);
}
