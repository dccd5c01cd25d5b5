import type { AdminRole } from '@sarafa/contracts';
import { AFTER } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model, type QueryFilter } from 'mongoose';
import { ACCOUNT, type Account, type AccountDocument, deletion, DELETION_OPTIONS } from '../accounts/account.schema.js';
import { type AccountChanges, refuseTaken, updateBy } from '../accounts/accounts.repository.js';
import { USERS_DB } from '../users.tokens.js';

/** A removal of an owner that takes longer than this was interrupted. */
const REMOVAL_S = 10;
const OWNERS = { role: 'admin' } as const;
const OTHERS = { role: { $in: ['operator' as const, 'viewer' as const] } };
const UNMARK = { $unset: { leaving: 1 } };
const QUIETLY = { timestamps: false };

/** Changes the admin that the filter finds, and answers the changed document. */
type Change = (filter: QueryFilter<Account>) => Promise<AccountDocument | null>;

@Injectable()
export class AdminsRepository {
  constructor(@InjectModel(ACCOUNT, USERS_DB) private readonly accounts: Model<Account>) {}

  /** Null when there is no such admin, `'last'` for the last owner. */
  delete(id: string): Promise<AccountDocument | 'last' | null> {
    return this.unlessLast(id, (filter) => this.accounts.findOneAndUpdate(filter, deletion(), DELETION_OPTIONS).exec());
  }

  /**
   * Makes changes, after which the admin is no owner. Null when there is no such admin, `'last'` for the last owner. Throws
   * `CONFLICT` when the username is taken.
   */
  demote(id: string, role: Exclude<AdminRole, 'owner'>, changes: AccountChanges): Promise<AccountDocument | 'last' | null> {
    const update = updateBy({ ...changes, role }, ['leaving']);
    return this.unlessLast(id, (filter) => this.accounts.findOneAndUpdate(filter, update, AFTER).exec().catch(refuseTaken));
  }

  /**
   * Makes a change after which the admin is no owner. An owner is first marked, then the owners without a mark are counted, and the
   * change is made only if the mark is still the one that was set here. Of several changes at once, the one that marks last counts
   * only owners whom no change is about to remove, so one owner always remains, without a transaction.
   */
  private async unlessLast(id: string, change: Change): Promise<AccountDocument | 'last' | null> {
    const changed = await change({ _id: id, ...OTHERS });
    if (changed) return changed;
    const target = { _id: id, ...OWNERS };
    const mark = new mongoose.Types.ObjectId();
    const { matchedCount } = await this.accounts.updateOne(target, { $set: { leaving: mark } }, QUIETLY);
    // Another change may have taken the role meanwhile.
    if (matchedCount === 0) return change({ _id: id, ...OTHERS });
    // An interrupted removal loses its mark, so that its owner counts as remaining again. Should that removal still be running,
    // it finds its mark gone and starts again.
    const cutOff = mongoose.Types.ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - REMOVAL_S);
    await this.accounts.updateMany({ ...OWNERS, leaving: { $lt: cutOff } }, UNMARK, QUIETLY);
    const marked = { ...target, leaving: mark };
    const unmark = () => this.accounts.updateOne(marked, UNMARK, QUIETLY);
    if (await this.accounts.exists({ ...OWNERS, _id: { $ne: id }, leaving: { $exists: false } })) {
      const removed = await change(marked).catch(async (error: unknown) => {
        await unmark();
        throw error;
      });
      // Another change may have replaced the mark, or removed it as interrupted: then this one starts again.
      return removed ?? this.unlessLast(id, change);
    }
    await unmark();
    return 'last';
  }
}
