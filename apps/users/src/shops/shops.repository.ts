import type { ShopCounts } from '@sarafa/contracts';
import { AFTER, audited, CHANGED_HERE } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ACCOUNT, type Account, type AccountDocument, deletion, DELETION_OPTIONS } from '../accounts/account.schema.js';
import { AUDITED } from '../audit/audited-accounts.js';
import { USERS_DB } from '../users.tokens.js';

const SHOPS = { role: 'user' } as const;
/** Fields that no profile has. Of thousands of shops with ten sessions each, reading these takes four times as long as all the rest. */
const BESIDE_PROFILE = ['-sessions', '-factors', '-second_step', '-password_hash', '-audit'];

@Injectable()
export class ShopsRepository {
  constructor(@InjectModel(ACCOUNT, USERS_DB) private readonly accounts: Model<Account>) {}

  /** Shops ordered by id, beginning after `after`, with what their profiles are made of. */
  listAfter(after: string | undefined, limit: number): Promise<AccountDocument[]> {
    const filter = after ? { ...SHOPS, _id: { $gt: after } } : SHOPS;
    return this.accounts.find(filter).select(BESIDE_PROFILE).sort({ _id: 1 }).limit(limit).exec();
  }

  /** A subscription that ends before `soon` is about to expire. */
  async count(now: Date, soon: Date): Promise<ShopCounts> {
    const isValid = { $and: ['$subscription_active', { $gt: ['$subscription_end_date', now] }] };
    const ones = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
    const [counts] = await this.accounts.aggregate<ShopCounts>([
      { $match: SHOPS },
      {
        $group: {
          _id: null,
          total: { $sum: 1 },
          active: ones(isValid),
          expiring: ones({ $and: [isValid, { $lte: ['$subscription_end_date', soon] }] }),
          expired: ones({ $not: [isValid] }),
        },
      },
    ]);
    return counts ?? { total: 0, active: 0, expiring: 0, expired: 0 };
  }

  countOfRateList(rate_list_id: string): Promise<number> {
    return this.accounts.countDocuments({ ...SHOPS, rate_list_id }).exec();
  }

  /** Ends a subscription at once; the end date stays. Null when there is no such shop. */
  endSubscription(id: string): Promise<AccountDocument | null> {
    const update = audited(AUDITED, [{ $set: { ...CHANGED_HERE, subscription_active: false } }]);
    return this.accounts.findOneAndUpdate({ _id: id, ...SHOPS }, update, AFTER).exec();
  }

  /** Activates a subscription; where the end date has passed, it becomes `renewedUntil`. Null when there is no such shop. */
  restoreSubscription(id: string, now: Date, renewedUntil: Date): Promise<AccountDocument | null> {
    const hasEnded = { $lte: ['$subscription_end_date', now] };
    const change = {
      ...CHANGED_HERE,
      subscription_active: true,
      subscription_end_date: { $cond: [hasEnded, renewedUntil, '$subscription_end_date'] },
    };
    return this.accounts.findOneAndUpdate({ _id: id, ...SHOPS }, audited(AUDITED, [{ $set: change }]), AFTER).exec();
  }

  /** Keeps what other services have to be told. Null when there is no such shop. */
  delete(id: string): Promise<AccountDocument | null> {
    return this.accounts.findOneAndUpdate({ _id: id, ...SHOPS }, deletion(), DELETION_OPTIONS).exec();
  }
}
