import { priceSettings } from '@sarafa/contracts';
import { Repeating, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { PriceSettingsRepository } from './price-settings.repository.js';

/** Keeps `site/price-settings` equal to its one document: each sweep offers it to KV, which takes what it doesn't have. */
@Injectable()
export class PriceSettingsPublisher extends Repeating {
  constructor(
    private readonly settings: PriceSettingsRepository,
    private readonly state: StatePublisher,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super();
  }

  protected pause(): number {
    return this.config.SWEEP_MS;
  }

  protected async turn(): Promise<void> {
    const { rev, update_interval_ms, dynamic_price_interval } = await this.settings.current();
    const value = { updateIntervalMs: update_interval_ms, dynamicPriceInterval: dynamic_price_interval };
    await this.state.publish(priceSettings, '', rev, value);
  }
}
