import { importDuty } from '@sarafa/contracts';
import { Repeating, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { DutiesRepository } from './duties.repository.js';
import { dutyInForce } from './duty-in-force.js';

/** Puts the configured duty in force on its day, and keeps `site/import-duty` equal to it. */
@Injectable()
export class DutiesPublisher extends Repeating {
  constructor(
    private readonly duties: DutiesRepository,
    private readonly state: StatePublisher,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super();
  }

  protected pause(): number {
    return this.config.SWEEP_MS;
  }

  protected async turn(): Promise<void> {
    const entry = dutyInForce(this.config.IMPORT_DUTY, Date.now());
    const { rev, gold, silver, changed_at } = await this.duties.putInForce(entry.gold, entry.silver);
    const value = { goldImportDuty: gold, silverImportDuty: silver, lastUpdated: changed_at.toISOString() };
    await this.state.publish(importDuty, '', rev, value);
  }
}
