import { shopDeleted } from '@sarafa/contracts';
import { Events } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CustomTablesPublisher } from './custom-tables/custom-tables.publisher.js';
import { HoldsPublisher } from './holds/holds.publisher.js';
import { RateRowsPublisher } from './rate-rows/rate-rows.publisher.js';
import { ShopRateListsPublisher } from './shop-rate-lists/shop-rate-lists.publisher.js';

/** Removes all that pricing stores of a deleted shop. The event is delivered again until this succeeds. */
@Injectable()
export class Deletions implements OnApplicationBootstrap {
  constructor(
    private readonly events: Events,
    private readonly tables: CustomTablesPublisher,
    private readonly rateRows: RateRowsPublisher,
    private readonly holds: HoldsPublisher,
    private readonly rateLists: ShopRateListsPublisher,
  ) {}

  onApplicationBootstrap(): void {
    this.events.hear(shopDeleted, 'pricing', async ({ id }) => {
      await Promise.all([this.tables, this.rateRows, this.holds, this.rateLists].map((owner) => owner.removeOf(id)));
    });
  }
}
