import { rolesOf, users } from '@sarafa/contracts';
import { Metrics } from '@sarafa/server';
import { AuditTrail, entryHead } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { ACCOUNT, type Account, type AccountDocument } from '../accounts/account.schema.js';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG, USERS_DB } from '../users.tokens.js';

/** The failed sign-ins of one account that are entries of their own in a minute; later ones are counted together. */
const FAILURES = 10;
const MINUTE_MS = 60_000;
const FAILED = 'sign-in.failed' as const;
const FAILED_BY = {
  actions: { [users.verifyPassword.subject]: FAILED, [users.changePassword.subject]: FAILED },
};

/** What users keeps of the log: changes of accounts, sign-ins and those that failed. */
@Injectable()
export class UsersAudit extends AuditTrail {
  private minute = 0;
  private failures = new Map<string, number>();

  constructor(
    @InjectConnection(USERS_DB) connection: Connection,
    @InjectModel(ACCOUNT, USERS_DB) private readonly accounts: Model<Account>,
    @Inject(USERS_CONFIG) { SWEEP_MS }: UsersConfig,
    metrics: Metrics,
  ) {
    super(connection, 'users_audit_entries', SWEEP_MS, metrics);
  }

  /** Called when an account was deleted, since the rest of its removal may wait for others. Where it fails, the sweep does it. */
  async moveOfAccount(id: string): Promise<void> {
    await this.moveOf(this.accounts as never, id).catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  /**
   * A sign-in with a wrong password. A name that nobody has isn't kept: people type their password there by mistake. However many fail,
   * a replica keeps eleven entries a minute for an account, and as many for all names that nobody has.
   */
  async signInFailed(account: AccountDocument | null): Promise<void> {
    const id = account && account.role !== 'deleted' ? (account.id as string) : null;
    const name = id ? account!.username : '';
    const role = id ? rolesOf(account!.role as Exclude<Account['role'], 'deleted'>).role : 'public';
    const head = entryHead(FAILED_BY, { id: null, role: 'public', username: name });
    if (!head) return;
    const subject = { kind: role === 'user' ? 'shop' : role === 'admin' ? 'admin' : 'account', id, name };
    const entry = { ...head, subject, userId: role === 'user' ? id : null, before: null, after: null };
    const key = id ?? 'unknown';
    const before = this.failuresBefore(key);
    if (before < FAILURES) await this.add(entry);
    else await this.count(`${key} ${this.minute}`, entry);
  }

  private failuresBefore(key: string): number {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.minute) this.failures = new Map();
    this.minute = minute;
    const before = this.failures.get(key) ?? 0;
    this.failures.set(key, before + 1);
    return before;
  }
}
