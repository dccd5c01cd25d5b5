import { shopProfile } from '@sarafa/contracts';
import { cardDueSince } from '@sarafa/domain';
import { Repeating, StateCache, UnreadableState } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { PushSubscriptionsRepository } from '../phones/push-subscriptions.repository.js';
import type { SettingsConfig } from '../settings.config.js';
import { SettingsLease } from '../settings.lease.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import type { CardReminderRow } from './card-reminder.schema.js';
import { CardRemindersRepository } from './card-reminders.repository.js';

const PAUSE_MS = 20_000;
const PAGE = 200;

/** Tells the phones of a shop, at its `card_time`, that its rate card is ready (rule 11.18). One replica looks for them. */
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
    // Each turn looks at all shops that have phones.
    return Math.min(PAUSE_MS, this.config.SWEEP_MS * 5);
  }

  protected async turn(): Promise<void> {
    let last: string | undefined;
    while (this.lease.isHeld) {
      const page = await this.phones.idsAfter(last, PAGE);
      await this.remind(page);
      if (page.length < PAGE) return;
      last = page.at(-1);
    }
  }

  /** The phones of an admin have no shop, and so no card. */
  private async remind(userIds: readonly string[]): Promise<void> {
    const due = await Promise.all(userIds.map((userId) => this.dueOf(userId)));
    const reminders = due.filter((one) => one !== undefined);
    const told = await this.reminders.among(reminders.map(({ _id }) => _id));
    for (const one of reminders) if (!told.has(one._id)) await this.reminders.add(one, await this.phones.idsOf(one.userId));
  }

  private async dueOf(userId: string): Promise<Omit<CardReminderRow, 'deliveries'> | undefined> {
    const shop = await this.state.load(shopProfile, userId).catch((error: unknown) => {
      // Of another release: the other shops are told all the same.
      if (error instanceof UnreadableState) return null;
      throw error;
    });
    const since = shop && cardDueSince(shop, Date.now());
    return since ? { _id: `${userId} ${since}`, userId, at: new Date(since) } : undefined;
  }
}
