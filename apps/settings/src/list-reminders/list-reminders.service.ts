import { rateListDue, type ShopProfile, shopProfile } from '@sarafa/contracts';
import { kolkataDayNumber, subscriptionState } from '@sarafa/domain';
import { Events, StateCache } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PushSubscriptionsRepository } from '../phones/push-subscriptions.repository.js';
import { ListRemindersRepository } from './list-reminders.repository.js';

/** Tells phones of lists that weren't set by their reminder time (rule 3.24): the shop's of its own list, all admins' of the others. */
@Injectable()
export class ListRemindersService implements OnApplicationBootstrap {
  constructor(
    private readonly events: Events,
    private readonly reminders: ListRemindersRepository,
    private readonly phones: PushSubscriptionsRepository,
    private readonly state: StateCache,
  ) {}

  onApplicationBootstrap(): void {
    this.events.hear(rateListDue, 'settings', ({ id, at, ...list }) => this.begin({ list: id, at: new Date(at), ...list }));
  }

  private async begin(due: { list: string; name: string; userId: string | null; at: Date }): Promise<void> {
    const [day, today] = [kolkataDayNumber(due.at.getTime()), kolkataDayNumber(Date.now())];
    // An event may be kept for weeks while settings is down.
    if (day !== today) return;
    const phones = due.userId === null ? await this.phones.idsOfAdmins() : await this.phonesOf(due.userId);
    if (phones.length > 0) await this.reminders.add({ _id: `${due.list} ${day}`, ...due }, phones);
  }

  /** None of a shop whose boards don't show its list, or that may not set it any more. */
  private async phonesOf(userId: string): Promise<string[]> {
    const profile = await this.state.load(shopProfile, userId);
    return profile && isOnOwnList(profile, userId) ? this.phones.idsOf(userId) : [];
  }
}

function isOnOwnList(profile: ShopProfile, userId: string): boolean {
  const { may_set_list, rate_list_id } = profile;
  return may_set_list === true && rate_list_id === userId && subscriptionState(profile, Date.now()).isSubscriptionValid;
}
