import { createHash } from 'node:crypto';
import {
  type AccountState,
  accountsComplete,
  accountState,
  type Actor,
  AppError,
  limits,
  type PushMessage,
  type SentPushSubscription,
  texts,
  UNUSABLE_KEYS,
} from '@sarafa/contracts';
import { requireSignedIn, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { DeliveryStatus } from '../deliveries/delivery.schema.js';
import type { PushSubscriptionRow } from './phone.schema.js';
import { PushSender } from './push-sender.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';

const { phones: most } = limits.screens;

/** Phones on which shops and admins have allowed alarms (rule 14.10). */
@Injectable()
export class PhonesService {
  constructor(
    private readonly phones: PushSubscriptionsRepository,
    private readonly push: PushSender,
    private readonly state: StateCache,
  ) {}

  pushKey(): Promise<string> {
    return this.push.publicKey();
  }

  async subscribe(actor: Actor, sent: SentPushSubscription): Promise<string> {
    requireSignedIn(actor);
    const { id: userId, role } = actor;
    if (!this.push.allows(sent.endpoint)) throw invalid('endpoint', texts.screens.notAPushService);
    if (!this.push.canEncryptFor(sent.keys)) throw invalid('keys', UNUSABLE_KEYS);
    const id = createHash('sha256').update(sent.endpoint).digest('hex').slice(0, 24);
    const others = (await this.phones.idsOf(userId)).filter((other) => other !== id);
    if (others.length >= most) throw new AppError('CONFLICT', texts.screens.tooManyPhones);
    const account = await this.state.ask(accountState, userId);
    await this.phones.save(id, { userId, role, ...sent, credentials_version: account?.credentials_version ?? null });
    return id;
  }

  async unsubscribe(actor: Actor, id: string): Promise<void> {
    requireSignedIn(actor);
    const isRemoved = await this.phones.takeOff(id, { userId: actor.id, role: actor.role });
    if (!isRemoved) throw new AppError('NOT_FOUND', texts.screens.deviceNotFound);
  }

  /** Sends a message once, if the phone is still one of an account that it `isFor`. */
  async send(id: string, isFor: (owner: PushSubscriptionRow) => boolean, message: PushMessage): Promise<DeliveryStatus> {
    const phone = await this.phones.find(id);
    if (!phone || !isFor(phone)) return 'failed';
    const { userId, role = 'user' } = phone;
    const account = await this.state.load(accountState, userId);
    // An earlier release leaves the role as it is where a shop signs in on an admin's phone.
    if (account && account.role !== role) return 'failed';
    // One who has become a viewer keeps the phone for another change of the role, and gets nothing until then.
    if (account?.role === 'admin' && account.admin_role === 'viewer') return 'failed';
    // Once all accounts are published a missing one was deleted, unless NATS has an older copy: so the phone is left to the sweep.
    if (!account && (await this.state.load(accountsComplete, '')) !== null) return 'failed';
    const isGone = account !== null && isSignedOut(phone, account);
    const result = isGone ? 'gone' : await this.push.send(phone, message);
    if (result === 'gone') await this.phones.remove(id);
    return result === 'sent' ? 'sent' : result === 'retry' ? 'waiting' : 'failed';
  }
}

/** Whether the account has a new password or was signed out everywhere since this phone was told to us (rule 14.11). */
function isSignedOut({ credentials_version }: PushSubscriptionRow, account: AccountState): boolean {
  return credentials_version !== null && credentials_version < account.credentials_version;
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, [{ path, message }]);
}
