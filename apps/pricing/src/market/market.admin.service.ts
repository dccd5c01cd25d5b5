import { setTimeout } from 'node:timers/promises';
import { type Actor, AppError, limits, type PriceSettings, texts } from '@sarafa/contracts';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { PriceSettingsService } from '../price-settings/price-settings.service.js';
import { MarketAsking } from './market.asking.js';
import { MarketPublisher } from './market.publisher.js';
import { PollerStateRepository } from './poller-state.repository.js';

/** A source may take longer than a caller waits: then the status says what was known by then, and boards hear the rest. */
const LONGEST_WAIT_MS = 4_000;

/** What people ask of the market. */
@Injectable()
export class MarketAdminService {
  constructor(
    private readonly asking: MarketAsking,
    private readonly state: PollerStateRepository,
    private readonly publisher: MarketPublisher,
    private readonly settings: PriceSettingsService,
  ) {}

  /** Asks now, whoever leads and whichever source asked for a rest; at most once in five seconds over all replicas. */
  async refresh(actor: Actor): Promise<void> {
    requireAdmin(actor);
    const now = new Date();
    const { asked_at } = await this.state.read();
    if (!(await this.state.claimRefresh(now, new Date(now.getTime() - limits.refreshPauseMs)))) throw tooSoon();
    // Where the poller has just asked, that is the answer.
    await Promise.race([this.asking.ask(asked_at, now, true), setTimeout(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /** What the market's status says of the next question follows before the answer: who set it reads it at once. */
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
