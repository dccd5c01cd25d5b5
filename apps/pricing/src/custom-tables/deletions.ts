import { shopDeleted } from '@sarafa/contracts';
import { Events } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CustomTablesPublisher } from './custom-tables.publisher.js';

/** Removes the rows of a deleted shop. The event is delivered again until this succeeds. */
@Injectable()
export class Deletions implements OnApplicationBootstrap {
  constructor(
    private readonly events: Events,
    private readonly tables: CustomTablesPublisher,
  ) {}

  onApplicationBootstrap(): void {
    this.events.hear(shopDeleted, 'pricing', ({ id }) => this.tables.removeOf(id));
  }
}
