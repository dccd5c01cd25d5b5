import { rateListDue, rateLists, shopProfile } from '@sarafa/contracts';
import { kolkataDayNumber, subscriptionState } from '@sarafa/domain';
import { Events, RpcClient, StateCache } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PushSubscriptionsRepository } from '../phones/push-subscriptions.repository.js';
import type { ListReminderRow } from './list-reminder.schema.js';
import { ListRemindersRepository } from './list-reminders.repository.js';

type Reminded = Pick<ListReminderRow, 'list' | 'name' | 'userId' | 'at'>;

/** Tells phones of lists that weren't set by their reminder time (rule 3.24): the shop's of its own list, all admins' of the others. */
@Injectable()
export class ListRemindersService implements OnApplicationBootstrap {
  constructor(
    private readonly events: Events,
    private readonly reminders: ListRemindersRepository,
    private readonly phones: PushSubscriptionsRepository,
    private readonly state: StateCache,
    private readonly rpc: RpcClient,
  ) {}

  onApplicationBootstrap(): void {
    this.events.hear(rateListDue, 'settings', ({ id, at, ...list }) => this.begin({ list: id, at: new Date(at), ...list }));
  }

  /**
   * Whether a list is still to be set. Hours may have gone by since its reminder time: an event is kept while settings is down, and
   * a push service may take a message late.
   */
  async isDue({ list: id, userId, at }: Reminded): Promise<boolean> {
    if (kolkataDayNumber(at.getTime()) !== kolkataDayNumber(Date.now())) return false;
    if (userId !== null && !(await this.isOnOwnList(userId))) return false;
    return (await this.rpc.call(rateLists.isDue, { id }, { role: 'public' })).isDue;
  }

  private async begin(due: Reminded): Promise<void> {
    if (!(await this.isDue(due))) return;
    const phones = await (due.userId === null ? this.phones.idsOfAdmins() : this.phones.idsOf(due.userId));
    const _id = `${due.list} ${kolkataDayNumber(due.at.getTime())}`;
    if (phones.length > 0) await this.reminders.add({ _id, ...due }, phones);
  }

  /** Whether a shop may set its list, and its boards show it. */
  private async isOnOwnList(userId: string): Promise<boolean> {
    const profile = await this.state.load(shopProfile, userId);
    if (!profile?.may_set_list || profile.rate_list_id !== userId) return false;
    return subscriptionState(profile, Date.now()).isSubscriptionValid;
  }
}
