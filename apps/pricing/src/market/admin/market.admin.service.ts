import { type Actor, AppError, limits, type PriceSettings, texts } from '@sarafa/contracts';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { PriceSettingsService } from '../../price-settings/price-settings.service.js';
import { MarketAsking } from '../asking/market.asking.js';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { PollerStateRepository } from '../asking/poller-state.repository.js';

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
    await this.asking.askNow(asked_at);
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
