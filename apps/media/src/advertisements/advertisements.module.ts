import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { ShopAdvertisements, ShopAdvertisementsSchema } from './advertisements.schema.js';
import { AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: ShopAdvertisements.name, schema: ShopAdvertisementsSchema }], MEDIA_DB)],
  providers: [AdvertisementsRepository, AdvertisementsPublisher],
  exports: [AdvertisementsPublisher],
})
export class AdvertisementsModule {}
