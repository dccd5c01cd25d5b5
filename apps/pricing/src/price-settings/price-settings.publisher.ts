import { type PriceSettings, priceSettings } from '@sarafa/contracts';
import { SinglePublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { PriceSettingsRepository } from './price-settings.repository.js';

/** Keeps `site/price-settings` equal to its document. */
@Injectable()
export class PriceSettingsPublisher extends SinglePublisher<PriceSettings> {
  constructor(
    private readonly settings: PriceSettingsRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
  ) {
    super(state, priceSettings, SWEEP_MS);
  }

  protected async current() {
    const { rev, update_interval_ms, dynamic_price_interval } = await this.settings.current();
    return { rev, value: { updateIntervalMs: update_interval_ms, dynamicPriceInterval: dynamic_price_interval } };
  }
  protected raise(from: number, to: number): Promise<boolean> {
    return this.settings.raise(from, to);
  }
}
