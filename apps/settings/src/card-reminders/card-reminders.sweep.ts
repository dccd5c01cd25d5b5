import { shopProfile } from '@sarafa/contracts';
import { cardDueSince } from '@sarafa/domain';
import { Repeating, StateCache } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { PushSubscriptionsRepository } from '../phones/push-subscriptions.repository.js';
import type { SettingsConfig } from '../settings.config.js';
import { SettingsLease } from '../settings.lease.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { CardRemindersRepository } from './card-reminders.repository.js';

const PAGE = 200;

/** Tells the phones of a shop, at its `card_time`, that its rate card is ready (rule 3.25). One replica looks for them. */
@Injectable()
export class CardRemindersSweep extends Repeating {
  constructor(
    private readonly reminders: CardRemindersRepository,
    private readonly phones: PushSubscriptionsRepository,
    private readonly state: StateCache,
    private readonly lease: SettingsLease,
    @Inject(SETTINGS_CONFIG) private readonly config: SettingsConfig,
  ) {
    super();
  }

  protected pause(): number {
    return this.config.SWEEP_MS;
  }

  protected async turn(): Promise<void> {
    let last: string | undefined;
    while (this.lease.isHeld) {
      const page = await this.phones.idsAfter(last, PAGE);
      await Promise.all(page.map((id) => this.remind(id)));
      if (page.length < PAGE) return;
      last = page.at(-1);
    }
  }

  /** The phones of an admin have no shop, and so no card. */
  private async remind(userId: string): Promise<void> {
    const shop = await this.state.load(shopProfile, userId);
    const since = shop && cardDueSince(shop, Date.now());
    if (!since) return;
    const _id = `${userId} ${since}`;
    if (await this.reminders.has(_id)) return;
    await this.reminders.add({ _id, userId, at: new Date(since) }, await this.phones.idsOf(userId));
  }
}
