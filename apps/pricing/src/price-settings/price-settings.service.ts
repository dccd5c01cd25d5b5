import type { Actor, DynamicPriceInterval, PriceSettings } from '@sarafa/contracts';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { PriceSettingsPublisher } from './price-settings.publisher.js';
import { PriceSettingsRepository } from './price-settings.repository.js';

/** The leading poller reads the settings at each turn, so a change takes effect within half a second and survives a restart. */
@Injectable()
export class PriceSettingsService {
  constructor(
    private readonly settings: PriceSettingsRepository,
    private readonly publisher: PriceSettingsPublisher,
  ) {}

  setUpdateInterval(actor: Actor, intervalMs: number): Promise<PriceSettings> {
    return this.change(actor, { update_interval_ms: intervalMs });
  }

  setDynamicInterval(actor: Actor, minutes: DynamicPriceInterval): Promise<PriceSettings> {
    return this.change(actor, { dynamic_price_interval: minutes });
  }

  private async change(actor: Actor, fields: Parameters<PriceSettingsRepository['change']>[0]): Promise<PriceSettings> {
    requireAdmin(actor);
    await this.settings.change(fields);
    await this.publisher.publishSoon();
    const { update_interval_ms, dynamic_price_interval } = await this.settings.current();
    return { updateIntervalMs: update_interval_ms, dynamicPriceInterval: dynamic_price_interval };
  }
}
