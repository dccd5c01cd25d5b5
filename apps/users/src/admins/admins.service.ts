import { type Actor, type Admin, type AdminUpdate, AppError, type NewAdmin, texts } from '@sarafa/contracts';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { AccountsPublisher } from '../accounts/accounts.publisher.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { type Creation, NewAccounts } from '../accounts/new-accounts.js';
import { Passwords } from '../accounts/passwords.js';
import { AdminsRepository } from './admins.repository.js';

@Injectable()
export class AdminsService {
  constructor(
    private readonly admins: AdminsRepository,
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
    private readonly newAccounts: NewAccounts,
  ) {}

  async list(actor: Actor): Promise<Admin[]> {
    requireAdmin(actor);
    return (await this.accounts.listByRole('admin')).map(adminOf);
  }

  /** Throws `CONFLICT` when the username is taken. */
  async create(actor: Actor, { id, fields, logo_url, key }: Creation<NewAdmin>): Promise<Admin> {
    requireAdmin(actor);
    const { username, password } = fields;
    const account = { _id: id, role: 'admin', username, password, ...(logo_url ? { logo_url } : {}) } as const;
    return adminOf(await this.newAccounts.make(actor, key, account));
  }

  /** Throws `NOT_FOUND`, and `CONFLICT` when the username is taken. */
  async update(actor: Actor, id: string, { password, ...fields }: AdminUpdate, logo_url?: string): Promise<Admin> {
    requireAdmin(actor);
    const secret = password ? { password_hash: await this.passwords.hashNew(password) } : {};
    const changes = { ...fields, ...secret, ...(logo_url ? { logo_url } : {}) };
    return adminOf(known(await this.publisher.update('admin', id, changes)));
  }

  /** Throws `NOT_FOUND`, and `CONFLICT` for oneself and for the last one (rule 2.8). */
  async delete(actor: Actor, id: string): Promise<void> {
    requireAdmin(actor);
    if (actor.id === id) throw new AppError('CONFLICT', texts.admins.self);
    const deleted = await this.publisher.revoke(id, () => this.admins.delete(id));
    if (deleted === 'last') throw new AppError('CONFLICT', texts.admins.last);
    known(deleted);
  }
}

function adminOf({ id, username, logo_url }: AccountDocument): Admin {
  return { id: id as string, _id: id as string, username, logo_url };
}

function known(admin: AccountDocument | null): AccountDocument {
  if (!admin) throw new AppError('NOT_FOUND', texts.admins.notFound);
  return admin;
}
