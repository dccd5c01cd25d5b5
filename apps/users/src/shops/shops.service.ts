import {
  type Actor,
  AppError,
  limits,
  type NewShop,
  rateLists,
  type ShopCounts,
  type ShopProfile,
  type ShopsPage,
  type ShopUpdate,
  texts,
} from '@sarafa/contracts';
import { oneYearFrom } from '@sarafa/domain';
import { ownUserId, requireAdmin, requireOwner, requireOwnerOrAdmin, RpcClient } from '@sarafa/server';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { AccountsPublisher } from '../accounts/accounts.publisher.js';
import { type AccountChanges, AccountsRepository } from '../accounts/accounts.repository.js';
import { type Creation, NewAccounts } from '../accounts/new-accounts.js';
import { Passwords } from '../accounts/passwords.js';
import { profileOf } from '../accounts/profile.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { ShopsRepository } from './shops.repository.js';

/** A page of this many shops fits a message of the bus with room to spare. */
const PAGE = 500;
const DAY_MS = 86_400_000;

/** What a shop may set of its own account. */
type OwnSettings = Omit<AccountChanges, 'username' | 'password_hash'>;

@Injectable()
export class ShopsService {
  constructor(
    private readonly shops: ShopsRepository,
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
    private readonly newAccounts: NewAccounts,
    private readonly rpc: RpcClient,
    private readonly audit: UsersAudit,
  ) {}

  async list(actor: Actor, after?: string): Promise<ShopsPage> {
    requireAdmin(actor);
    const shops = await this.shops.listAfter(after, PAGE);
    return { shops: shops.map(profileOf), next: shops.length === PAGE ? (shops.at(-1)!.id as string) : null };
  }

  async count(actor: Actor): Promise<ShopCounts> {
    requireAdmin(actor);
    const now = Date.now();
    return this.shops.count(new Date(now), new Date(now + limits.expiringDays * DAY_MS));
  }

  async countOfRateList(actor: Actor, rate_list_id: string): Promise<number> {
    requireAdmin(actor);
    return this.shops.countOfRateList(rate_list_id);
  }

  async get(actor: Actor, id: string): Promise<ShopProfile> {
    requireOwnerOrAdmin(actor, id);
    return profileOf(known(await this.accounts.findByRole('user', id)));
  }

  async isThere(id: string): Promise<boolean> {
    return (await this.accounts.findByRole('user', id)) !== null;
  }

  /** Throws `CONFLICT` when the username is taken. */
  async create(actor: Actor, { id, fields, logo_url, key }: Creation<NewShop>): Promise<ShopProfile> {
    requireAdmin(actor);
    const account = { _id: id, role: 'user', ...fields, ...(logo_url ? { logo_url } : {}) } as const;
    return profileOf(await this.newAccounts.make(actor, key, account));
  }

  /** Throws `NOT_FOUND`, `CONFLICT` when the username is taken, and `INVALID_INPUT` for an unknown rate list. */
  async update(actor: Actor, id: string, { password, ...fields }: ShopUpdate, logo_url?: string): Promise<ShopProfile> {
    requireAdmin(actor);
    const secret = password ? { password_hash: await this.passwords.hashForOther(actor, id, password) } : {};
    const change = () => this.change(id, { ...fields, ...secret, ...(logo_url ? { logo_url } : {}) });
    const { rate_list_id } = fields;
    if (!rate_list_id) return change();
    // Its own list isn't to be chosen, but a form may send that the shop is on it.
    const isOnOwn = rate_list_id === id && (await this.get(actor, id)).rate_list_id === id;
    return isOnOwn ? change() : this.onRateList(actor, rate_list_id, change);
  }

  /** Changes settings of a shop's boards, such as margins, sound and languages. The shop itself or an admin may do so. */
  async setOwn(actor: Actor, id: string, fields: OwnSettings): Promise<ShopProfile> {
    requireOwnerOrAdmin(actor, id);
    return this.change(id, fields);
  }

  /** Puts the shop on the list that it keeps itself. */
  async useOwnRateList(actor: Actor, id: string): Promise<ShopProfile> {
    if (!(await this.get(actor, id)).may_set_list) throw new AppError('FORBIDDEN', texts.rateLists.mayNotSet);
    return this.change(id, { rate_list_id: id });
  }

  /** Like `setOwn`, for the acting shop. */
  setMine(actor: Actor, fields: OwnSettings): Promise<ShopProfile> {
    return this.setOwn(actor, ownUserId(actor), fields);
  }

  /** Ends a subscription at once or restores it; one whose end has passed is renewed for one year (rule 5.7). */
  async setSubscription(actor: Actor, id: string, active: boolean): Promise<ShopProfile> {
    requireAdmin(actor);
    if (!active) return profileOf(known(await this.publisher.revoke(id, () => this.shops.endSubscription(id))));
    const now = new Date();
    return this.published(known(await this.shops.restoreSubscription(id, now, oneYearFrom(now))));
  }

  /** Whatever other services store of the shop, they remove when they hear of the deletion. */
  async delete(actor: Actor, id: string): Promise<void> {
    requireOwner(actor);
    known(await this.publisher.revoke(id, () => this.shops.delete(id)));
    await this.audit.moveOfAccount(id);
  }

  /** Nobody may delete the list between the look at it and the change, which ends with this call, long before the reservation does. */
  private async onRateList<R>(actor: Actor, id: string, change: () => Promise<R>): Promise<R> {
    const reserve = randomUUID();
    await this.rpc.call(rateLists.get, { id, reserve }, actor).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
      const message = texts.rateLists.notFound;
      throw new AppError('INVALID_INPUT', `rate_list_id: ${message}`, [{ path: 'rate_list_id', message }]);
    });
    const changed = change();
    const isDecided = await changed.then(
      () => true,
      (error: unknown) => error instanceof AppError && error.code !== 'UNAVAILABLE',
    );
    // Awaited, since the list may be deleted next. A write whose answer is lost may still be made; its reservation ends by itself.
    if (isDecided) await this.rpc.call(rateLists.release, { id, reserved: reserve }, actor).catch(() => undefined);
    return changed;
  }

  private async change(id: string, fields: AccountChanges): Promise<ShopProfile> {
    return profileOf(known(await this.publisher.update('user', id, fields)));
  }

  private async published(shop: AccountDocument): Promise<ShopProfile> {
    await this.publisher.publishSoon(shop);
    return profileOf(shop);
  }
}

function known(shop: AccountDocument | null): AccountDocument {
  if (!shop) throw new AppError('NOT_FOUND', texts.users.notFound);
  return shop;
}
