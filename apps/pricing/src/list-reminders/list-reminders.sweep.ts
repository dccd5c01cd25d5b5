import { rateListDue } from '@sarafa/contracts';
import { kolkataDayNumber, lastTime } from '@sarafa/domain';
import { Events } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { LeaderSweep } from '../market/asking/market.lease.js';
import { RateListsRepository } from '../rate-lists/rate-lists.repository.js';
import { ShopRateListsRepository } from '../shop-rate-lists/shop-rate-lists.repository.js';

/** Says once a day which lists weren't set by their reminder time (rule 3.24). Who hears it is up to settings. */
@Injectable()
export class ListRemindersSweep extends LeaderSweep {
  constructor(
    private readonly lists: RateListsRepository,
    private readonly ownLists: ShopRateListsRepository,
    private readonly events: Events,
  ) {
    super();
  }

  protected async lead(): Promise<void> {
    await this.tellOf(this.lists, () => null);
    await this.tellOf(this.ownLists, (id) => id);
  }

  /** An event that is published again, because the process died before it could note that, is passed over by settings. */
  private async tellOf<L extends { _id: unknown; name: string; reminder_time?: string | null }>(
    lists: { listDue(now: number): Promise<L[]>; setReminded(id: L['_id'], at: Date): Promise<void> },
    shopOf: (id: string) => string | null,
  ): Promise<void> {
    const now = Date.now();
    for (const { _id, name, reminder_time } of await lists.listDue(now)) {
      const id = String(_id);
      const at = new Date(lastTime(reminder_time ?? '', now) ?? now).toISOString();
      await this.events.publish(rateListDue, `${id} ${kolkataDayNumber(now)}`, { id, name, userId: shopOf(id), at });
      await lists.setReminded(_id, new Date(now));
    }
  }
}
