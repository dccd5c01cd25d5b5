import { type Actor, type RateListUpdate, shopRateLists } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { ShopRateListsService } from './shop-rate-lists.service.js';

@Controller()
export class ShopRateListsController {
  constructor(private readonly lists: ShopRateListsService) {}

  @Handles(shopRateLists.get)
  get({ userId }: { userId: string }, actor: Actor) {
    return this.lists.get(actor, userId);
  }

  @Handles(shopRateLists.set)
  set({ userId, usualName, ...sent }: RateListUpdate & { userId: string; usualName: string }, actor: Actor) {
    return this.lists.set(actor, userId, usualName, sent);
  }

  @Handles(shopRateLists.revisions)
  revisions({ userId }: { userId: string }, actor: Actor) {
    return this.lists.revisions(actor, userId);
  }
}
