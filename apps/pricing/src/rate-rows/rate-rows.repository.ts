import { NO_RATE_ROWS, type RateRow, rateRows, type RowsMode } from '@sarafa/contracts';
import { AFTER, audited, CHANGED_HERE, nullIfDuplicate, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PricingAudit } from '../audit/pricing-audit.repository.js';
import { PRICING_DB } from '../pricing.tokens.js';
import { ShopRateRows, type ShopRateRowsDocument } from './rate-rows.schema.js';

/** What the log says of changes of the rows; a shop without a document has the standard ones. */
const AUDITED = {
  actions: { [rateRows.replace.subject]: 'rate-rows.updated' },
  kind: 'rate-rows',
  userId: { $toString: '$_id' },
  fields: {
    rows_mode: { $ifNull: ['$rows_mode', NO_RATE_ROWS.rows_mode] },
    rows: { $ifNull: ['$rows', []] },
  },
} as const;

@Injectable()
export class RateRowsRepository extends PublishedRepository<ShopRateRows> {
  constructor(@InjectModel(ShopRateRows.name, PRICING_DB) shops: Model<ShopRateRows>, trail: PricingAudit) {
    super(shops, trail);
  }

  /** Null for a shop that has never changed its rows. */
  findByUser(userId: string): Promise<ShopRateRowsDocument | null> {
    return this.documents.findById(userId).exec();
  }

  /**
   * Replaces the whole list of the shop `name`; null when it has another `rev` by now. A `rev` of 0 means that there is no list yet.
   */
  replace(
    userId: string,
    name: string,
    rev: number,
    { rows_mode, rows }: { rows_mode: RowsMode; rows: RateRow[] },
  ): Promise<ShopRateRowsDocument | null> {
    const list = { rows_mode, rows: { $literal: rows } };
    const change = audited({ ...AUDITED, name: { $literal: name } }, [{ $set: { ...list, ...CHANGED_HERE } }]);
    // If there is a list by now, the filter doesn't match it, and the upsert fails because its id is taken.
    const options = { ...AFTER, upsert: rev === 0 } as const;
    return this.documents.findOneAndUpdate({ _id: userId, rev }, change, options).exec().catch(nullIfDuplicate);
  }
}
