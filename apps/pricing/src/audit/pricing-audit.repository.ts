import { Metrics } from '@sarafa/server';
import { AuditTrail } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';

/** What pricing keeps of the log: lists, rows and holds of rates, the settings of the market, and what admins do with its quotes. */
@Injectable()
export class PricingAudit extends AuditTrail {
  constructor(
    @InjectConnection(PRICING_DB) connection: Connection,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
    metrics: Metrics,
  ) {
    super(connection, 'pricing_audit_entries', SWEEP_MS, metrics);
  }
}
