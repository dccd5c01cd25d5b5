import { limits } from '@sarafa/contracts';
import { AFTER, audited, CHANGED_HERE, nullIfDuplicate, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { PricingAudit } from '../audit/pricing-audit.repository.js';
import { PRICING_DB } from '../pricing.tokens.js';
import { AUDITED_OWN } from '../rate-lists/audited-lists.js';
import { dueAt } from '../rate-lists/rate-lists.repository.js';
import { type OwnRevision, ShopRateList, type ShopRateListDocument, ShopRateListRevision } from './shop-rate-list.schema.js';

@Injectable()
export class ShopRateListsRepository extends PublishedRepository<ShopRateList> {
  constructor(
    @InjectModel(ShopRateList.name, PRICING_DB) lists: Model<ShopRateList>,
    @InjectModel(ShopRateListRevision.name, PRICING_DB) private readonly past: Model<ShopRateListRevision>,
    trail: PricingAudit,
  ) {
    super(lists, trail);
  }

  /** Null for a shop that has never set a list. */
  findByUser(userId: string): Promise<ShopRateListDocument | null> {
    return this.documents.findById(userId).exec();
  }

  /** Null when the list has another `rev` by now. A `rev` of 0 means that there is no list yet. */
  async change(
    userId: string,
    rev: number,
    list: Pick<ShopRateList, 'name' | 'valid_hours' | 'reminder_time' | 'present' | 'day'>,
    before: OwnRevision | undefined,
    movedFrom: string | null | undefined,
  ): Promise<ShopRateListDocument | null> {
    // The present one, which a process that died here may have left out.
    if (before) await this.keep(userId, before);
    const { name, valid_hours, reminder_time, present, day } = list;
    // What people have typed must not be read as an expression.
    const values = Object.entries({ name, valid_hours, reminder_time, present, day });
    const set = Object.fromEntries(values.map(([field, $literal]) => [field, { $literal }]));
    // The shop's account is another document, whose change has no entry of its own.
    const beside =
      movedFrom === undefined ? undefined : { before: { rate_list_id: movedFrom }, after: { rate_list_id: userId } };
    const change = audited(AUDITED_OWN, [{ $set: { ...set, ...CHANGED_HERE } }], { isCreation: rev === 0, beside });
    // If there is a list by now, the filter doesn't match it, and the upsert fails because its id is taken.
    const options = { ...AFTER, upsert: rev === 0 };
    return this.documents.findOneAndUpdate({ _id: userId, rev }, change, options).exec().catch(nullIfDuplicate);
  }

  /** What the list is and was, newest first; empty for a shop that has never set one. */
  async revisions(userId: string): Promise<OwnRevision[]> {
    const [list, past] = await Promise.all([
      this.findByUser(userId),
      this.past
        .find({ shop: userId })
        .sort({ set_at: -1 })
        .limit(limits.rateList.history)
        .lean<ShopRateListRevision[]>()
        .exec(),
    ]);
    if (!list) return [];
    const { present } = list;
    // The present one is kept already where a change of it has failed after that.
    const earlier = past.filter(({ set_at }) => set_at.getTime() !== beginOf(present).getTime());
    return [present, ...earlier.map(({ revision }) => revision)];
  }

  /** The lists of which their shops are to be told at `now`. */
  listDue(now: number): Promise<ShopRateListDocument[]> {
    const { notToday, ...due } = dueAt(now);
    return this.documents.find({ ...due, 'present.set_at': notToday } as QueryFilter<ShopRateList>).exec();
  }

  async setReminded(_id: ShopRateListDocument['_id'], reminded_at: Date): Promise<void> {
    await this.documents.updateOne({ _id }, { $set: { reminded_at } });
  }

  override async delete(id: string): Promise<void> {
    await this.past.deleteMany({ shop: id }).exec();
    await super.delete(id);
  }

  private async keep(shop: string, revision: OwnRevision): Promise<void> {
    const set_at = beginOf(revision);
    await this.past.updateOne({ shop, set_at }, { $setOnInsert: { revision } }, { upsert: true }).exec().catch(nullIfDuplicate);
  }
}

function beginOf({ since, set_at }: OwnRevision): Date {
  return since ?? set_at;
}
