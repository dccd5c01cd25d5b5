import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditController } from '../audit/audit.controller.js';
import { MediaAudit } from '../audit/media-audit.repository.js';
import { MEDIA_DB } from '../media.tokens.js';
import { AdvertisementsController } from './advertisements.controller.js';
import { AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';
import { ShopAdvertisements, ShopAdvertisementsSchema } from './advertisements.schema.js';
import { AdvertisementsService } from './advertisements.service.js';
import { AdvertisementsSweep } from './advertisements.sweep.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: ShopAdvertisements.name, schema: ShopAdvertisementsSchema }], MEDIA_DB)],
  controllers: [AdvertisementsController, AuditController],
  providers: [MediaAudit, AdvertisementsRepository, AdvertisementsPublisher, AdvertisementsService, AdvertisementsSweep],
  exports: [AdvertisementsRepository, AdvertisementsPublisher, AdvertisementsService],
})
export class AdvertisementsModule {}
