import { type ImportDuty, importDuty } from '@sarafa/contracts';
import { SinglePublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { DutyEntry, PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { DutiesRepository } from './duties.repository.js';
import { dutyInForce } from './duty-in-force.js';

/** Puts the configured duty in force on its day, and keeps `site/import-duty` equal to it. */
@Injectable()
export class DutiesPublisher extends SinglePublisher<ImportDuty> {
  private readonly law: readonly DutyEntry[];

  constructor(
    private readonly duties: DutiesRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { IMPORT_DUTY, SWEEP_MS }: PricingConfig,
  ) {
    super(state, importDuty, SWEEP_MS);
    this.law = IMPORT_DUTY;
  }

  protected async current() {
    const entry = dutyInForce(this.law, Date.now());
    const { rev, gold, silver, changed_at } = await this.duties.putInForce(entry.gold, entry.silver);
    return { rev, value: { goldImportDuty: gold, silverImportDuty: silver, lastUpdated: changed_at.toISOString() } };
  }
}
