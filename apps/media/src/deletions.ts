import { shopDeleted } from '@sarafa/contracts';
import { Events } from '@sarafa/server';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AdvertisementsService } from './advertisements/advertisements.service.js';
import { LogosService } from './logos/logos.service.js';
import { RateCardsService } from './rate-cards/rate-cards.service.js';
import { UploadsService } from './uploads/uploads.service.js';

/** Removes the files of a deleted shop. The event is delivered again until this succeeds. */
@Injectable()
export class Deletions implements OnApplicationBootstrap {
  constructor(
    private readonly events: Events,
    private readonly logos: LogosService,
    private readonly advertisements: AdvertisementsService,
    private readonly uploads: UploadsService,
    private readonly cards: RateCardsService,
  ) {}

  onApplicationBootstrap(): void {
    this.events.hear(shopDeleted, 'media', async ({ id }) => {
      this.uploads.endOf(id);
      await this.logos.removeOf(id);
      await this.advertisements.removeOf(id);
      await this.cards.removeOf(id);
    });
  }
}
