import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Account, type AccountDocument, DELETION, DELETION_OPTIONS } from '../accounts/account.schema.js';
import { USERS_DB } from '../users.tokens.js';

/** A deletion that began before and hasn't ended was cut off: its admin stays. */
const DELETION_MS = 10_000;

@Injectable()
export class AdminsRepository {
  constructor(@InjectModel(Account.name, USERS_DB) private readonly accounts: Model<Account>) {}

  /**
   * Null when there is no such admin, `'last'` when there is no other. First it is marked, then the others are counted: of
   * two that delete each other neither sees the other stay, so an admin always does. Needs no transaction.
   */
  async delete(id: string): Promise<AccountDocument | 'last' | null> {
    const target = { _id: id, role: 'admin' } as const;
    const now = Date.now();
    const { matchedCount } = await this.accounts.updateOne(
      target,
      { $set: { leaves_at: new Date(now) } },
      { timestamps: false },
    );
    if (matchedCount === 0) return null;
    const stays = { role: 'admin' as const, _id: { $ne: id }, leaves_at: { $not: { $gt: new Date(now - DELETION_MS) } } };
    if (await this.accounts.exists(stays)) return this.accounts.findOneAndUpdate(target, DELETION, DELETION_OPTIONS).exec();
    await this.accounts.updateOne(target, { $unset: { leaves_at: 1 } }, { timestamps: false });
    return 'last';
  }
}
