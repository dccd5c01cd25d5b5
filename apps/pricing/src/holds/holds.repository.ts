import { holds, limits } from '@sarafa/contracts';
import { CLOCKS_DIFFER_MS } from '@sarafa/server';
import { AFTER, audited, CHANGED, CHANGED_HERE, nullIfDuplicate, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PricingAudit } from '../audit/pricing-audit.repository.js';
import type { Correction } from '../market/publishing/quotes.repository.js';
import { PRICING_DB } from '../pricing.tokens.js';
import { ShopHold, type ShopHoldDocument } from './hold.schema.js';

/** The end of a released hold: past by every clock, because those of gateways and of pricing's replicas may differ. */
export const RELEASED = new Date(0);

/** What the log says of a hold: a shop without one, or whose hold has ended by itself, holds until no time. */
function auditedHold(name: string, now: Date) {
  return {
    actions: { [holds.start.subject]: 'hold.set', [holds.end.subject]: 'hold.ended' },
    kind: 'hold',
    name: { $literal: name },
    userId: { $toString: '$_id' },
    fields: { until: { $cond: [{ $gt: ['$until', now] }, '$until', null] } },
  } as const;
}

/** A shop, by its id, and how the log names it. */
interface NamedShop {
  readonly id: string;
  readonly name: string;
}

/** What a hold begins with. */
export type NewHold = Pick<ShopHold, 'since' | 'until' | 'quote' | 'duty' | 'rate_list' | 'purity' | 'stale_metals'>;

@Injectable()
export class HoldsRepository extends PublishedRepository<ShopHold> {
  constructor(@InjectModel(ShopHold.name, PRICING_DB) shops: Model<ShopHold>, trail: PricingAudit) {
    super(shops, trail);
  }

  /** The ids of the shops whose holds end after `at`. */
  async idsBeyond(at: Date): Promise<string[]> {
    return (await this.documents.find({ until: { $gt: at } }, { _id: 1 }).exec()).map(({ id }) => id as string);
  }

  /** Moves the end of the hold that is on at `now`; null where none is on. */
  extend({ id: _id, name }: NamedShop, now: Date, until: Date): Promise<ShopHoldDocument | null> {
    return this.change({ _id, until: { $gt: now } }, { until }, name, now);
  }

  /** The numbers of the market's quotes that are held at `now`. */
  seqsHeld(now: Date): Promise<number[]> {
    return this.documents.distinct('quote.seq', { until: { $gt: now }, rate_list: null }).exec();
  }

  /** Replaces a withdrawn price in the holds that have it and are on at `now`. */
  async correct({ seq, metal, right }: Correction, now: Date): Promise<void> {
    const isRight = { [`quote.${metal}.price`]: right.price, [`quote.${metal}.at`]: right.at };
    await this.documents.updateMany(
      { until: { $gt: now }, 'quote.seq': seq, $nor: [isRight] },
      { $set: { [`quote.${metal}`]: right, ...CHANGED.$set }, $inc: CHANGED.$inc },
    );
  }

  /** Releases holds that go on for longer than a hold may at `now`: a clock that was ahead has begun them. */
  async releaseEndless(now: number): Promise<void> {
    const longest = new Date(now + limits.holdHours * 3_600_000 + CLOCKS_DIFFER_MS);
    const released = { $set: { until: RELEASED, ...CHANGED.$set }, $inc: CHANGED.$inc };
    await this.documents.updateMany({ until: { $gt: longest } }, released);
  }

  /** Null where there is no hold, or it was released already. */
  release({ id: _id, name }: NamedShop, now: Date): Promise<ShopHoldDocument | null> {
    return this.change({ _id, until: { $gt: RELEASED } }, { until: RELEASED }, name, now);
  }

  /** Null where another hold has begun meanwhile. */
  begin({ id: _id, name }: NamedShop, hold: NewHold): Promise<ShopHoldDocument | null> {
    const ended = { _id, until: { $lte: hold.since } };
    // Where a hold is on, the filter doesn't match it, and the upsert fails because its id is taken.
    return this.change(ended, hold, name, hold.since, true).catch(nullIfDuplicate);
  }

  private change(
    filter: object,
    fields: Partial<NewHold>,
    name: string,
    now: Date,
    upsert = false,
  ): Promise<ShopHoldDocument | null> {
    const values = Object.fromEntries(Object.entries(fields).map(([field, $literal]) => [field, { $literal }]));
    const change = audited(auditedHold(name, now), [{ $set: { ...values, ...CHANGED_HERE } }]);
    return this.documents.findOneAndUpdate(filter, change, { ...AFTER, upsert }).exec();
  }
}
