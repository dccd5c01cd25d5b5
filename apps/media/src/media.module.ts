import { type DynamicModule, Module } from '@nestjs/common';
import { type AppContext } from '@sarafa/server';
import { mongo } from '@sarafa/server/mongo';
import { AdvertisementsModule } from './advertisements/advertisements.module.js';
import { Deletions } from './deletions.js';
import { MediaServer } from './http/media-server.js';
import { LogosModule } from './logos/logos.module.js';
import type { MediaConfig } from './media.config.js';
import { MEDIA_DB } from './media.tokens.js';
import { RateCardsModule } from './rate-cards/rate-cards.module.js';
import { FileRecords } from './storage/file-records.js';
import { StorageModule } from './storage/storage.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

@Module({})
export class MediaModule {
  static with(config: MediaConfig, { health }: AppContext): DynamicModule {
    return {
      module: MediaModule,
      imports: [
        mongo(config.MONGO_URL, MEDIA_DB, health),
        StorageModule.with(config),
        AdvertisementsModule,
        LogosModule,
        RateCardsModule,
        UploadsModule,
      ],
      providers: [FileRecords, Deletions, MediaServer],
    };
  }
}
