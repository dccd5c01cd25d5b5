import { screenAlarms } from '@sarafa/contracts';
import { audited, KEPT_FOR_AUDIT } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SettingsAudit } from '../audit/settings-audit.repository.js';
import { SETTINGS_DB } from '../settings.tokens.js';
import { shopIdsAfter } from '../shop-ids.repository.js';
import { PushSubscriptionRow } from './phone.schema.js';

/** An account's own change, which says of the phone no more than whether the account has alarms on it. */
function auditedPhone({ userId, role }: Pick<PushSubscriptionRow, 'userId' | 'role'>) {
  return {
    actions: { [screenAlarms.subscribe.subject]: 'phone.added', [screenAlarms.unsubscribe.subject]: 'phone.removed' },
    ...{ kind: 'phone', id: '$_id', name: '', userId: role === 'admin' ? null : userId },
    fields: { alarms: { $eq: ['$userId', userId] } },
  } as const;
}

@Injectable()
export class PushSubscriptionsRepository {
  constructor(
    @InjectModel(PushSubscriptionRow.name, SETTINGS_DB) private readonly phones: Model<PushSubscriptionRow>,
    private readonly trail: SettingsAudit,
  ) {}

  /** A phone on which somebody else has signed in since belongs to that account. */
  async save(_id: string, phone: Omit<PushSubscriptionRow, '_id' | 'at'>): Promise<void> {
    const values = Object.entries({ ...phone, at: new Date() }).map(([name, $literal]) => [name, { $literal }]);
    const change = audited(auditedPhone(phone), [{ $set: Object.fromEntries(values) as object }]);
    await this.phones.updateOne({ _id }, change, { upsert: true, updatePipeline: true });
  }

  find(id: string): Promise<PushSubscriptionRow | null> {
    return this.phones
      .findOne(there({ _id: id }))
      .lean<PushSubscriptionRow>()
      .exec();
  }

  idsOf(userId: string): Promise<string[]> {
    return this.ids({ userId });
  }

  /** The phones of all admins. */
  idsOfAdmins(): Promise<string[]> {
    return this.ids({ role: 'admin' });
  }

  /** The ids of the accounts that have phones, in order. */
  idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    return shopIdsAfter(this.phones, after, limit);
  }

  /** False when there was none, or it is another account's. */
  async takeOff(id: string, owner: Pick<PushSubscriptionRow, 'userId' | 'role'>): Promise<boolean> {
    const emptied = [{ $replaceWith: { _id: '$_id', ...KEPT_FOR_AUDIT } }];
    const change = audited(auditedPhone(owner), emptied);
    const filter = { _id: id, userId: owner.userId };
    return (await this.phones.updateOne(filter, change, { updatePipeline: true })).modifiedCount > 0;
  }

  /** Removes a phone that takes no messages any more. */
  remove(id: string): Promise<void> {
    return this.trail.remove(this.phones, there({ _id: id }));
  }

  removeOfShop(userId: string): Promise<void> {
    return this.trail.remove(this.phones, { userId });
  }

  private async ids(filter: Partial<PushSubscriptionRow>): Promise<string[]> {
    return (await this.phones.find(filter, { _id: 1 }).lean<{ _id: string }[]>().exec()).map(({ _id }) => _id);
  }
}

function there(filter: object): object {
  return { ...filter, userId: { $exists: true } };
}
