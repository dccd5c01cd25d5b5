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
  /** All that is stored of shops, by its name in metrics. */
  readonly stored;

  constructor(
    private readonly events: Events,
    tables: CustomTablesPublisher,
    rateRows: RateRowsPublisher,
    holds: HoldsPublisher,
    rateLists: ShopRateListsPublisher,
  ) {
    this.stored = { 'custom-tables': tables, 'rate-rows': rateRows, holds, 'shop-rate-lists': rateLists };
  }

  onApplicationBootstrap(): void {
    this.events.hear(shopDeleted, 'pricing', async ({ id }) => {
      await Promise.all(Object.values(this.stored).map((owner) => owner.removeOf(id)));
    });
  }
}
