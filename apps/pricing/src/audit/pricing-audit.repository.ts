import { AuditTrail } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { StoredPriceSettings } from '../price-settings/price-settings.schema.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { STORED_RATE_LIST, type StoredRateList } from '../rate-lists/rate-list.schema.js';

/** What pricing keeps of the log: rate lists, and the settings of the market and of boards. */
@Injectable()
export class PricingAudit extends AuditTrail {
  constructor(
    @InjectConnection(PRICING_DB) connection: Connection,
    @InjectModel(StoredPriceSettings.name, PRICING_DB) settings: Model<StoredPriceSettings>,
    @InjectModel(STORED_RATE_LIST, PRICING_DB) lists: Model<StoredRateList>,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
  ) {
    super(connection, 'pricing_audit_entries', [settings as never, lists as never], SWEEP_MS);
  }
}
