import { prices } from '@sarafa/contracts';
import { type Audited, audited } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { StoredPriceSettings } from './price-settings.schema.js';

const ID = { _id: 'market' } as const;

const UPDATED = 'price-settings.updated';
const AUDITED: Audited = {
  actions: { [prices.setUpdateInterval.subject]: UPDATED, [prices.setDynamicInterval.subject]: UPDATED },
  kind: 'price-settings',
  name: '',
  userId: null,
  fields: { updateIntervalMs: '$update_interval_ms', dynamicPriceInterval: '$dynamic_price_interval' },
};

@Injectable()
export class PriceSettingsRepository {
  constructor(@InjectModel(StoredPriceSettings.name, PRICING_DB) private readonly settings: Model<StoredPriceSettings>) {}

  /** The stored settings; created with their defaults when there are none. */
  async current(): Promise<StoredPriceSettings> {
    const found = await this.settings.findById(ID._id).lean();
    return found ?? this.settings.findOneAndUpdate(ID, {}, { upsert: true, returnDocument: 'after' }).lean().exec();
  }

  /** Raises the `rev` of settings that have this one. Answers whether they had. */
  async raise(rev: number, to: number): Promise<boolean> {
    return (await this.settings.updateOne({ ...ID, rev }, { $set: { rev: to } })).matchedCount > 0;
  }

  async change(fields: Partial<Pick<StoredPriceSettings, 'update_interval_ms' | 'dynamic_price_interval'>>): Promise<void> {
    await this.current();
    const change = audited(AUDITED, [{ $set: { ...fields, rev: { $add: ['$rev', 1] } } }]);
    await this.settings.updateOne(ID, change, { updatePipeline: true });
  }
}
