import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { audit } from '@sarafa/contracts';
import { type AppContext } from '@sarafa/server';
import { auditController, mongo } from '@sarafa/server/mongo';
import { AdvertisementsController } from './advertisements/advertisements.controller.js';
import { AdvertisementsPublisher } from './advertisements/advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements/advertisements.repository.js';
import { ShopAdvertisements, ShopAdvertisementsSchema } from './advertisements/advertisements.schema.js';
import { AdvertisementsService } from './advertisements/advertisements.service.js';
import { AdvertisementsSweep } from './advertisements/advertisements.sweep.js';
import { MediaAudit } from './audit/media-audit.repository.js';
import { Deletions } from './deletions.js';
import { MediaServer } from './http/media-server.js';
import { Logo, LogoSchema } from './logos/logo.schema.js';
import { LogosRepository } from './logos/logos.repository.js';
import { LogosService } from './logos/logos.service.js';
import type { MediaConfig } from './media.config.js';
import { MEDIA_CONFIG, MEDIA_DB } from './media.tokens.js';
import { ShopRateCards, ShopRateCardsSchema } from './rate-cards/rate-card.schema.js';
import { RateCardsController } from './rate-cards/rate-cards.controller.js';
import { RateCardsRepository } from './rate-cards/rate-cards.repository.js';
import { RateCardsService } from './rate-cards/rate-cards.service.js';
import { RateCardsSweep } from './rate-cards/rate-cards.sweep.js';
import { Bucket } from './storage/bucket.js';
import { FileRecords } from './storage/file-records.js';
import { Objects } from './storage/objects.js';
import { Films } from './uploads/films.js';
import { Pictures } from './uploads/pictures.js';
import { UploadsService } from './uploads/uploads.service.js';

const STORAGE = [Bucket, Objects, FileRecords];
const ADS = [AdvertisementsRepository, AdvertisementsPublisher, AdvertisementsService, AdvertisementsSweep];
const UPLOADS = [Pictures, Films, UploadsService];
const LOGOS = [LogosRepository, LogosService];
const CARDS = [RateCardsRepository, RateCardsService, RateCardsSweep];

@Module({})
export class MediaModule {
  static with(config: MediaConfig, { health }: AppContext): DynamicModule {
    return {
      module: MediaModule,
      imports: [
        mongo(config.MONGO_URL, MEDIA_DB, health),
        MongooseModule.forFeature(
          [
            { name: ShopAdvertisements.name, schema: ShopAdvertisementsSchema },
            { name: Logo.name, schema: LogoSchema },
            { name: ShopRateCards.name, schema: ShopRateCardsSchema },
          ],
          MEDIA_DB,
        ),
      ],
      controllers: [auditController(audit.media, MediaAudit), AdvertisementsController, RateCardsController],
      providers: [
        { provide: MEDIA_CONFIG, useValue: config },
        MediaAudit,
        Deletions,
        MediaServer,
        ...STORAGE,
        ...ADS,
        ...UPLOADS,
        ...LOGOS,
        ...CARDS,
      ],
    };
  }
}
