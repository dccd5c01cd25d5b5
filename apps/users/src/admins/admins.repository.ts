import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { ACCOUNT, type Account, type AccountDocument, DELETION, DELETION_OPTIONS } from '../accounts/account.schema.js';
import { USERS_DB } from '../users.tokens.js';

/** A deletion that takes longer than this was interrupted. */
const DELETION_S = 10;
const UNMARK = { $unset: { leaving: 1 } };
const QUIETLY = { timestamps: false };

@Injectable()
export class AdminsRepository {
  constructor(@InjectModel(ACCOUNT, USERS_DB) private readonly accounts: Model<Account>) {}

  /**
   * Null when there is no such admin, `'last'` when there is no other one. The deletion first marks its admin, then counts the
   * admins without a mark, and removes the admin only if the mark is still the one that it set. Of several deletions at once,
   * the one that marks last counts only admins that no deletion is about to remove, so one admin always remains, without a
   * transaction.
   */
  async delete(id: string): Promise<AccountDocument | 'last' | null> {
    const target = { _id: id, role: 'admin' } as const;
    const deletion = new mongoose.Types.ObjectId();
    const { matchedCount } = await this.accounts.updateOne(target, { $set: { leaving: deletion } }, QUIETLY);
    if (matchedCount === 0) return null;
    // An interrupted deletion loses its mark, so that its admin counts as remaining again. Should that deletion still be
    // running, it finds its mark gone and starts again.
    const cutOff = mongoose.Types.ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - DELETION_S);
    await this.accounts.updateMany({ role: 'admin', leaving: { $lt: cutOff } }, UNMARK, QUIETLY);
    const marked = { ...target, leaving: deletion };
    if (await this.accounts.exists({ role: 'admin', _id: { $ne: id }, leaving: { $exists: false } })) {
      // Another deletion may have replaced the mark, or removed it as interrupted: then this one starts again.
      return (await this.accounts.findOneAndUpdate(marked, DELETION, DELETION_OPTIONS).exec()) ?? this.delete(id);
    }
    await this.accounts.updateOne(marked, UNMARK, QUIETLY);
    return 'last';
  }
}
