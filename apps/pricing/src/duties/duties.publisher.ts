import { byMetal, entriesOf, type ImportDuty, importDuty, Metal } from '@sarafa/contracts';
import { inForce, nextChange } from '@sarafa/domain';
import { SinglePublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { MarketLease } from '../market/asking/market.lease.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { DutiesRepository } from './duties.repository.js';
import { publishedDuty } from './duty.schema.js';
import { importDuties } from './import-duties.js';

/** At the very first start the leader is about to write the duty, and no board has a rate without it. */
const FIRST_DUTY_MS = 100;

/**
 * Puts the configured duty in force on its day, and keeps `site/import-duty` equal to the document. During a rollout replicas
 * may have different configurations, so only the replica that leads the market writes the document, and all replicas publish
 * it.
 */
@Injectable()
export class DutiesPublisher extends SinglePublisher<ImportDuty> {
  private isDecided = false;

  constructor(
    private readonly duties: DutiesRepository,
    private readonly lease: MarketLease,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super(state, importDuty, config.SWEEP_MS);
  }

  protected override pause(): number {
    const now = Date.now();
    if (!this.isDecided) return FIRST_DUTY_MS;
    return Math.min(super.pause(), nextChange(importDuties(this.config), now) - now);
  }

  protected override async turn(): Promise<void> {
    if (this.lease.isHeld) await this.decide();
    this.isDecided ||= (await this.duties.find()) !== null;
    if (this.isDecided) await super.turn();
  }

  protected async current() {
    const duty = (await this.duties.find())!;
    return { rev: duty.rev, value: publishedDuty(duty) };
  }

  protected raise(from: number, to: number): Promise<boolean> {
    return this.duties.raise(from, to);
  }

  private async decide(): Promise<void> {
    const law = inForce(importDuties(this.config), Date.now());
    const found = await this.duties.find();
    if (found && Metal.options.every((metal) => found[metal] === law[metal])) return;
    const percents = byMetal((metal) => law[metal]);
    // A metal of a new release joins the duty without being a change of it.
    const changed = entriesOf(found ?? {}, Metal.options).flatMap(([metal, percent]) => (percent === law[metal] ? [] : metal));
    // The lease is checked again, because it may have run out during a slow read, and another replica may have written the duty
    // since.
    if (!this.lease.isHeld) return;
    const at = new Date();
    if (found && changed.length === 0) await this.duties.change(found.rev, { ...percents, changed_at: found.changed_at });
    else await this.duties.change(found?.rev ?? null, { ...percents, changed_at: at, change: { at, metals: changed } });
  }
}
