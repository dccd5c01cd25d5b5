import { type Actor, type RateListUpdate, shopRateLists } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { type ListedShop, ShopRateListsService } from './shop-rate-lists.service.js';

type AskedList = RateListUpdate & ListedShop;

@Controller()
export class ShopRateListsController {
  constructor(private readonly lists: ShopRateListsService) {}

  @Handles(shopRateLists.get)
  get({ userId }: { userId: string }, actor: Actor) {
    return this.lists.get(actor, userId);
  }

  @Handles(shopRateLists.set)
  set({ userId, usualName, movedFrom, ...sent }: AskedList, actor: Actor) {
    return this.lists.set(actor, { userId, usualName, movedFrom }, sent);
  }

  @Handles(shopRateLists.revisions)
  revisions({ userId }: { userId: string }, actor: Actor) {
    return this.lists.revisions(actor, userId);
  }
}
