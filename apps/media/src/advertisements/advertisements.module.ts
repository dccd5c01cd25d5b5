import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { AdvertisementsController } from './advertisements.controller.js';
import { AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';
import { ShopAdvertisements, ShopAdvertisementsSchema } from './advertisements.schema.js';
import { AdvertisementsService } from './advertisements.service.js';
import { AdvertisementsSweep } from './advertisements.sweep.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: ShopAdvertisements.name, schema: ShopAdvertisementsSchema }], MEDIA_DB)],
  controllers: [AdvertisementsController],
  providers: [AdvertisementsRepository, AdvertisementsPublisher, AdvertisementsService, AdvertisementsSweep],
  exports: [AdvertisementsRepository, AdvertisementsPublisher, AdvertisementsService],
})
export class AdvertisementsModule {}
