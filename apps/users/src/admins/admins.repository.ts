import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { Account, type AccountDocument, DELETION, DELETION_OPTIONS } from '../accounts/account.schema.js';
import { USERS_DB } from '../users.tokens.js';

/** A deletion that hasn't ended by then was cut off. */
const DELETION_S = 10;
const UNMARK = { $unset: { leaving: 1 } };
const QUIETLY = { timestamps: false };

@Injectable()
export class AdminsRepository {
  constructor(@InjectModel(Account.name, USERS_DB) private readonly accounts: Model<Account>) {}

  /**
   * Null when there is no such admin, `'last'` when there is no other. First it is marked, then the others are counted, and it
   * goes only if its mark is still this deletion's own: of any that are under way at once, the one that has marked last sees
   * nobody stay but those who do, so an admin always does. Needs no transaction.
   */
  async delete(id: string): Promise<AccountDocument | 'last' | null> {
    const target = { _id: id, role: 'admin' } as const;
    const leaving = new mongoose.Types.ObjectId();
    const { matchedCount } = await this.accounts.updateOne(target, { $set: { leaving } }, QUIETLY);
    if (matchedCount === 0) return null;
    // Who counts one as staying takes its deletion back, lest that goes on after all.
    const cutOff = mongoose.Types.ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - DELETION_S);
    await this.accounts.updateMany({ role: 'admin', leaving: { $lt: cutOff } }, UNMARK, QUIETLY);
    const marked = { ...target, leaving };
    if (await this.accounts.exists({ role: 'admin', _id: { $ne: id }, leaving: { $exists: false } })) {
      // Another deletion of the same admin may have marked it since: then this one begins anew.
      return (await this.accounts.findOneAndUpdate(marked, DELETION, DELETION_OPTIONS).exec()) ?? this.delete(id);
    }
    await this.accounts.updateOne(marked, UNMARK, QUIETLY);
    return 'last';
  }
}
