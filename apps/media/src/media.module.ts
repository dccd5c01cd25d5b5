import { type DynamicModule, Module } from '@nestjs/common';
import { mongo, type StoreConfig, type Surroundings } from '@sarafa/server';
import { AdvertisementsModule } from './advertisements/advertisements.module.js';
import { MEDIA_DB } from './media.tokens.js';

@Module({})
export class MediaModule {
  static with(config: StoreConfig, { health }: Surroundings): DynamicModule {
    return { module: MediaModule, imports: [mongo(config.MONGO_URL, MEDIA_DB, health), AdvertisementsModule.with(config)] };
  }
}
