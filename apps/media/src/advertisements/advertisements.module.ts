import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { StoreConfig } from '@sarafa/server';
import { MEDIA_CONFIG, MEDIA_DB } from '../media.tokens.js';
import { ShopAdvertisements, ShopAdvertisementsSchema } from './advertisements.schema.js';
import { AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';

@Module({})
export class AdvertisementsModule {
  static with(config: StoreConfig): DynamicModule {
    return {
      module: AdvertisementsModule,
      imports: [MongooseModule.forFeature([{ name: ShopAdvertisements.name, schema: ShopAdvertisementsSchema }], MEDIA_DB)],
      providers: [{ provide: MEDIA_CONFIG, useValue: config }, AdvertisementsRepository, AdvertisementsPublisher],
    };
  }
}
