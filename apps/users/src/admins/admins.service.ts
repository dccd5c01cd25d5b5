import {
  type Actor,
  Admin,
  type AdminUpdate,
  AppError,
  type NewAdmin,
  rolesOf,
  StoredRole,
  storedRole,
  texts,
} from '@sarafa/contracts';
import { requireAdmin, requireFreshCall, requireOwner } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { AccountsPublisher } from '../accounts/accounts.publisher.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { type Creation, NewAccounts } from '../accounts/new-accounts.js';
import { Passwords } from '../accounts/passwords.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { AdminsRepository } from './admins.repository.js';

@Injectable()
export class AdminsService {
  constructor(
    private readonly admins: AdminsRepository,
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
    private readonly newAccounts: NewAccounts,
    private readonly audit: UsersAudit,
  ) {}

  async list(actor: Actor): Promise<Admin[]> {
    requireAdmin(actor);
    return (await this.accounts.listByRole('admin')).map(adminOf);
  }

  /** Throws `CONFLICT` when the username is taken. */
  async create(actor: Actor, { id, fields, logo_url, key }: Creation<NewAdmin>): Promise<Admin> {
    requireOwner(actor);
    const { admin_role, ...account } = fields;
    const role = storedRole(admin_role);
    return adminOf(await this.newAccounts.make(actor, key, { _id: id, role, ...account, ...(logo_url ? { logo_url } : {}) }));
  }

  /** Throws `NOT_FOUND`, and `CONFLICT` when the username is taken, and for the last owner who would be one no longer. */
  async update(actor: Actor, id: string, { password, admin_role, ...fields }: AdminUpdate, logo_url?: string): Promise<Admin> {
    requireOwner(actor);
    if (admin_role) requireFreshCall();
    const secret = password ? { password_hash: await this.passwords.hashForOther(actor, id, password) } : {};
    const changes = { ...fields, ...secret, ...(logo_url ? { logo_url } : {}) };
    if (admin_role && admin_role !== 'owner') {
      const demoted = await this.publisher.revoke(id, () => this.admins.demote(id, admin_role, changes));
      return adminOf(known(demoted));
    }
    // Not undone like what takes a right away, since another owner may go once there is this one.
    const owner = admin_role ? { role: storedRole(admin_role) } : {};
    return adminOf(known(await this.publisher.update('admin', id, { ...changes, ...owner })));
  }

  /** Throws `NOT_FOUND`, and `CONFLICT` for oneself and for the last owner (rule 2.8). */
  async delete(actor: Actor, id: string): Promise<void> {
    requireOwner(actor);
    if (actor.id === id) throw new AppError('CONFLICT', texts.admins.self);
    known(await this.publisher.revoke(id, () => this.admins.delete(id)));
    await this.audit.moveOfAccount(id);
  }
}

function adminOf({ id, username, logo_url, role }: AccountDocument): Admin {
  return Admin.parse({ id: id as string, _id: id as string, username, logo_url, ...rolesOf(StoredRole.parse(role)) });
}

function known(admin: AccountDocument | 'last' | null): AccountDocument {
  if (admin === 'last') throw new AppError('CONFLICT', texts.admins.last);
  if (!admin) throw new AppError('NOT_FOUND', texts.admins.notFound);
  return admin;
}
