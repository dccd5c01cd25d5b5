import { formerRateLists, isFormer, marketRateLists, PublishedRateList, type StateKey } from '@sarafa/contracts';
import { SinglePublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import type { StoredSetting } from './rate-list.schema.js';
import { isThere, type RateListDocument, RateListsRepository } from './rate-lists.repository.js';

type Lists = z.infer<typeof marketRateLists.value>;

abstract class ListsPublisher extends SinglePublisher<Lists> {
  protected constructor(
    private readonly lists: RateListsRepository,
    state: StatePublisher,
    stateKey: StateKey<Lists>,
    { SWEEP_MS }: PricingConfig,
  ) {
    super(state, stateKey, SWEEP_MS);
  }

  protected abstract has(list: RateListDocument): boolean;

  protected async current() {
    const all = await this.lists.listAll();
    // Each change raises one of the numbers, and none ever falls, so their sum grows too.
    const rev = all.reduce((sum, list) => sum + list.rev, 1);
    return { rev, value: { lists: all.filter((list) => isThere(list) && this.has(list)).map(publishedList) } };
  }

  /** Without any list nothing can be raised, and no shop's rates are of one. */
  protected async raise(from: number, to: number): Promise<boolean> {
    const { rev } = await this.current();
    return rev === from && this.lists.raiseOne(to - from);
  }
}

/** Keeps `market/rate-lists` equal to the documents that gateways of the release before can price. */
@Injectable()
export class FormerRateListsPublisher extends ListsPublisher {
  constructor(lists: RateListsRepository, state: StatePublisher, @Inject(PRICING_CONFIG) config: PricingConfig) {
    super(lists, state, formerRateLists, config);
  }

  protected has(list: RateListDocument): boolean {
    return isFormer(list);
  }
}

/** Keeps `market/lists` equal to all documents. */
@Injectable()
export class RateListsPublisher extends ListsPublisher {
  constructor(
    lists: RateListsRepository,
    private readonly former: FormerRateListsPublisher,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) config: PricingConfig,
  ) {
    super(lists, state, marketRateLists, config);
  }

  protected has(): boolean {
    return true;
  }

  override async publishSoon(): Promise<void> {
    await Promise.all([super.publishSoon(), this.former.publishSoon()]);
  }
}

/** A list as the gateways price by it. */
export function publishedList({
  _id,
  set_at,
  ...list
}: StoredSetting & Pick<RateListDocument, '_id' | 'name' | 'valid_hours' | 'day' | 'reminder_time'>): PublishedRateList {
  const id = String(_id);
  return PublishedRateList.parse({ ...list, id, _id: id, set_at: set_at.toISOString() });
}
