import { type Actor, AppError, type KeptRevision, limits, RateList, type RateListUpdate, texts } from '@sarafa/contracts';
import { Bus, requireShop, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { changesRates, setList, setsRate } from '../rate-lists/list-setting.js';
import { by, keptRevisions } from '../rate-lists/rate-lists.service.js';
import type { ShopRateListDocument } from './shop-rate-list.schema.js';
import { shopListOf, ShopRateListsPublisher } from './shop-rate-lists.publisher.js';
import { ShopRateListsRepository } from './shop-rate-lists.repository.js';

/** The shop of a list that is set. */
export interface ListedShop {
  readonly userId: string;
  readonly usualName: string;
  /** What the shop was on until now; undefined where it stays on its own list. */
  readonly movedFrom?: string | null | undefined;
}

/** Lists that shops keep themselves (rule 3.23). */
@Injectable()
export class ShopRateListsService {
  constructor(
    private readonly lists: ShopRateListsRepository,
    private readonly publisher: ShopRateListsPublisher,
    private readonly state: StateCache,
    private readonly bus: Bus,
  ) {}

  async get(actor: Actor, userId: string): Promise<RateList> {
    await requireShop(this.state, actor, userId);
    const list = await this.lists.findByUser(userId);
    if (!list) throw new AppError('NOT_FOUND', texts.rateLists.noneOfShop);
    return RateList.parse(shopListOf(list));
  }

  async revisions(actor: Actor, userId: string): Promise<KeptRevision[]> {
    await requireShop(this.state, actor, userId);
    return keptRevisions(await this.lists.revisions(userId));
  }

  async set(actor: Actor, shop: ListedShop, sent: RateListUpdate): Promise<{ rateList: RateList; isNew: boolean }> {
    const { userId } = shop;
    await requireShop(this.state, actor, userId);
    for (;;) {
      const before = await this.lists.findByUser(userId);
      const changed = await this.change(actor, shop, before, sent);
      // Null means that somebody else has changed the list since it was read.
      if (!changed) continue;
      await this.publisher.publishSoon(changed);
      return { rateList: RateList.parse(shopListOf(changed)), isNew: before === null };
    }
  }

  private async change(
    actor: Actor,
    { userId, usualName, movedFrom }: ListedShop,
    before: ShopRateListDocument | null,
    { name, valid_hours, reminder_time, ...rates }: RateListUpdate,
  ): Promise<ShopRateListDocument | null> {
    const was = before?.toObject();
    const head = {
      name: name ?? was?.name ?? usualName,
      valid_hours: valid_hours ?? was?.valid_hours ?? limits.rateList.validHours.default,
      reminder_time: reminder_time === undefined ? (was?.reminder_time ?? null) : reminder_time,
    };
    if (was && !changesRates(rates)) return this.lists.change(userId, was.rev, { ...was, ...head }, undefined, movedFrom);
    // How old its rates are goes by this time.
    const now = new Date(await this.bus.clock.now());
    const { setting, day } = setList(was ? { ...was.present, day: was.day } : null, rates, now);
    const present = { ...setting, ...by(actor, head), ...(!setsRate(rates) && { since: now }) };
    const next = { ...head, present, day };
    return this.lists.change(userId, was?.rev ?? 0, next, was?.present, movedFrom);
  }
}
