import { rateLists } from '@sarafa/contracts';
import { listDueSince } from '@sarafa/domain';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { RateListsRepository } from '../rate-lists/rate-lists.repository.js';
import { ShopRateListsRepository } from '../shop-rate-lists/shop-rate-lists.repository.js';

@Controller()
export class ListRemindersController {
  constructor(
    private readonly lists: RateListsRepository,
    private readonly ownLists: ShopRateListsRepository,
  ) {}

  @Handles(rateLists.isDue)
  async isDue({ id }: { id: string }) {
    const [list, own] = await Promise.all([this.lists.find(id), this.ownLists.findByUser(id)]);
    const found = list ?? (own && { reminder_time: own.reminder_time, set_at: own.present.set_at });
    if (!found) return { isDue: false };
    const { reminder_time = null, set_at } = found;
    return { isDue: listDueSince({ reminder_time, set_at: set_at.toISOString() }, Date.now()) !== null };
  }
}
