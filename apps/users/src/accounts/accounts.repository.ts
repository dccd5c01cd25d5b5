import { PublishedRepository } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { USERS_DB } from '../users.tokens.js';
import { Account, type AccountDocument } from './account.schema.js';

type NewAccount = Pick<Account, 'role' | 'username' | 'password_hash'> & Partial<Account>;

const DUPLICATE_KEY = 11_000;

@Injectable()
export class AccountsRepository extends PublishedRepository<Account> {
  constructor(@InjectModel(Account.name, USERS_DB) accounts: Model<Account>) {
    super(accounts);
  }

  async hasRole(role: Account['role']): Promise<boolean> {
    return (await this.documents.exists({ role })) !== null;
  }

  findByUsername(username: string): Promise<AccountDocument | null> {
    return this.documents.findOne({ username }).collation({ locale: 'en', strength: 2 }).exec();
  }

  /** Undefined when the username is taken. */
  async create(account: NewAccount): Promise<AccountDocument | undefined> {
    // The index decides between two that create at once, so it has to stand first.
    await this.documents.init();
    return this.documents.create(account).catch((error: unknown) => {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY) return undefined;
      throw error;
    });
  }
}
