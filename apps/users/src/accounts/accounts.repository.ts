import { type AccountRole, AppError, type StoredRole, texts } from '@sarafa/contracts';
import { keysKeptSince } from '@sarafa/server';
import { AFTER, audited, CHANGED_HERE, isDuplicateKey, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, PipelineStage } from 'mongoose';
import { AUDITED } from '../audit/audited-accounts.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { USERS_DB } from '../users.tokens.js';
import { ACCOUNT, type Account, type AccountDocument } from './account.schema.js';

export type NewAccount = Pick<Account, 'role' | 'username' | 'password_hash'> & Partial<Account> & { _id?: string };
/** Changing `password_hash` invalidates all tokens of the account, and ends all of its sessions. */
export type AccountChanges = Partial<Omit<Account, 'role' | 'credentials_version' | 'sessions'>> & { role?: StoredRole };
/** The stored roles of both kinds of account. */
const STORED = { admin: ['admin', 'operator', 'viewer'], user: ['user'] } satisfies Record<AccountRole, StoredRole[]>;
const ofKind = (role: AccountRole) => ({ role: { $in: STORED[role] } });

const NO_SESSIONS = { sessions: [] };
const ONE_MORE = { $add: ['$credentials_version', 1] };
const ANY_CASE = { locale: 'en', strength: 2 };

/** The queries that concern both kinds of account. */
@Injectable()
export class AccountsRepository extends PublishedRepository<Account> {
  constructor(@InjectModel(ACCOUNT, USERS_DB) accounts: Model<Account>, trail: UsersAudit) {
    super(accounts, trail);
  }

  async hasRole(role: AccountRole): Promise<boolean> {
    return (await this.documents.exists(ofKind(role))) !== null;
  }

  /** Ignores case. Doesn't find a deleted account. */
  findByUsername(username: string): Promise<AccountDocument | null> {
    return this.documents
      .findOne({ username, role: { $ne: 'deleted' } })
      .collation(ANY_CASE)
      .exec();
  }

  /** Throws `CONFLICT` when the username is taken. */
  async create(account: NewAccount): Promise<AccountDocument> {
    // The unique index decides between two creations at once, so the index has to exist first.
    await this.documents.init();
    return this.documents.create(account).catch(refuseTaken);
  }

  /** The account that `created_by` made with this key within the last day. */
  findMade(created_by: string, created_by_key: string): Promise<AccountDocument | null> {
    return this.documents.findOne({ created_by_key, created_by, createdAt: { $gt: keysKeptSince() } }).exec();
  }

  /** Finds a deleted account too, until every service has been told of the deletion. */
  find(id: string): Promise<AccountDocument | null> {
    return this.documents.findById(id).exec();
  }

  findByRole(role: AccountRole, id: string): Promise<AccountDocument | null> {
    return this.documents.findOne({ _id: id, ...ofKind(role) }).exec();
  }

  listByRole(role: AccountRole): Promise<AccountDocument[]> {
    return this.documents.find(ofKind(role)).sort({ _id: 1 }).exec();
  }

  /** Null when no account of this role has the id. Throws `CONFLICT` when the username is taken. */
  updateByRole(role: AccountRole, id: string, changes: AccountChanges): Promise<AccountDocument | null> {
    const target = { _id: id, ...ofKind(role) };
    return this.documents.findOneAndUpdate(target, updateBy(changes), AFTER).exec().catch(refuseTaken);
  }

  /** Null when there is no such account. */
  endSessions(id: string): Promise<AccountDocument | null> {
    const change = { ...CHANGED_HERE, ...NO_SESSIONS, credentials_version: ONE_MORE };
    return this.documents.findOneAndUpdate({ _id: id }, audited(AUDITED, [{ $set: change }], { bare: true }), AFTER).exec();
  }

  /** From now on the deletion can't be undone. False when it was undone already, or another replica removes the account. */
  async claimRemoval({ _id, rev }: AccountDocument): Promise<boolean> {
    const claim = { $inc: { rev: 1 } };
    return (await this.documents.updateOne({ _id, rev, role: 'deleted' }, claim, { timestamps: false })).modifiedCount > 0;
  }

  listDeleted(limit: number): Promise<AccountDocument[]> {
    return this.documents.find({ role: 'deleted', unpublished: false }).limit(limit).exec();
  }
}

/** The update that makes these changes, and unsets what else is named. */
export function updateBy(changes: AccountChanges, unset: string[] = []): (PipelineStage.Set | PipelineStage.Unset)[] {
  const isNewPassword = changes.password_hash !== undefined;
  // What people have typed must not be read as an expression.
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(given.map(([name, $literal]) => [name, { $literal }]));
  const set = { ...values, ...CHANGED_HERE, ...(isNewPassword ? { ...NO_SESSIONS, credentials_version: ONE_MORE } : {}) };
  const change = [{ $set: set }, ...unset.map(($unset) => ({ $unset }))];
  return audited(AUDITED, change) as (PipelineStage.Set | PipelineStage.Unset)[];
}

/** Throws `CONFLICT` for an error that says that the username is taken, and any other error as it is. */
export function refuseTaken(error: unknown): never {
  if (isDuplicateKey(error)) {
    throw new AppError('CONFLICT', texts.accounts.taken, [{ path: 'username', message: texts.accounts.taken }]);
  }
  throw error;
}
