import { shopDeleted } from '@sarafa/contracts';
import { Events } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AlarmsRepository } from './alarms/alarms.repository.js';
import { CardRemindersRepository } from './card-reminders/card-reminders.repository.js';
import { PushSubscriptionsRepository } from './phones/push-subscriptions.repository.js';
import { ListRemindersRepository } from './list-reminders/list-reminders.repository.js';
import { ScreenStatesRepository } from './screen-states/screen-states.repository.js';
import { ScreensPublisher } from './screens/screens.publisher.js';

/** Removes all that settings stores of a deleted shop. The event is delivered again until this succeeds. */
@Injectable()
export class Deletions implements OnApplicationBootstrap {
  constructor(
    private readonly events: Events,
    private readonly screens: ScreensPublisher,
    private readonly states: ScreenStatesRepository,
    private readonly alarms: AlarmsRepository,
    private readonly phones: PushSubscriptionsRepository,
    private readonly reminders: ListRemindersRepository,
    private readonly cards: CardRemindersRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.events.hear(shopDeleted, 'settings', ({ id }) => this.removeOf(id));
  }

  /** `id` is the shop's. The alarms come first, because a sweep finds by all others what is left. */
  async removeOf(id: string): Promise<void> {
    await this.alarms.removeOfShop(id);
    await Promise.all([this.states, this.phones, this.reminders, this.cards].map((stored) => stored.removeOfShop(id)));
    await this.screens.removeOf(id);
  }
}
