import {
  type Actor,
  type DisplayTimes,
  type NewShop,
  type ProfileSettings,
  type ShopProfile,
  type ShopUpdate,
  users,
} from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import type { Change, Creation } from '../accounts/new-accounts.js';
import { ShopsService } from './shops.service.js';

@Controller()
export class ShopsController {
  constructor(private readonly shops: ShopsService) {}

  @Handles(users.listShops)
  list({ after }: { after?: string | undefined }, actor: Actor) {
    return this.shops.list(actor, after);
  }

  @Handles(users.countShops)
  count(_: object, actor: Actor) {
    return this.shops.count(actor);
  }

  @Handles(users.countShopsOfRateList)
  async countOfRateList({ rate_list_id }: { rate_list_id: string }, actor: Actor) {
    return { shops: await this.shops.countOfRateList(actor, rate_list_id) };
  }

  @Handles(users.getShop)
  get({ id }: { id: string }, actor: Actor) {
    return this.shops.get(actor, id);
  }

  @Handles(users.isShopThere)
  async isThere({ id }: { id: string }) {
    return { isThere: await this.shops.isThere(id) };
  }

  @Handles(users.createShop)
  create(creation: Creation<NewShop>, actor: Actor) {
    return this.shops.create(actor, creation);
  }

  @Handles(users.updateShop)
  update({ id, fields, logo_url }: Change<ShopUpdate>, actor: Actor) {
    return this.shops.update(actor, id, fields, logo_url);
  }

  @Handles(users.deleteShop)
  async delete({ id }: { id: string }, actor: Actor) {
    await this.shops.delete(actor, id);
    return {};
  }

  @Handles(users.setSubscription)
  setSubscription({ id, fields }: Change<{ active: boolean }>, actor: Actor) {
    return this.shops.setSubscription(actor, id, fields.active);
  }

  @Handles(users.useOwnRateList)
  useOwnRateList({ id }: { id: string }, actor: Actor) {
    return this.shops.useOwnRateList(actor, id);
  }

  @Handles(users.setProfileSettings)
  setProfileSettings({ id, fields }: Change<ProfileSettings>, actor: Actor) {
    return this.shops.setOwn(actor, id, fields);
  }

  @Handles(users.setMuteState)
  setMuteState({ id, fields }: Change<Pick<ShopProfile, 'default_mute_state'>>, actor: Actor) {
    return this.shops.setOwn(actor, id, fields);
  }

  @Handles(users.setDisplayTimes)
  setDisplayTimes(times: DisplayTimes, actor: Actor) {
    return this.shops.setMine(actor, times);
  }

  @Handles(users.setAdsEnabled)
  setAdsEnabled(fields: Pick<ShopProfile, 'ads_enabled'>, actor: Actor) {
    return this.shops.setMine(actor, fields);
  }
}
