import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { ShopRateCards, ShopRateCardsSchema } from './rate-card.schema.js';
import { RateCardsController } from './rate-cards.controller.js';
import { RateCardsRepository } from './rate-cards.repository.js';
import { RateCardsSweep } from './rate-cards.sweep.js';
import { RateCardsService } from './rate-cards.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: ShopRateCards.name, schema: ShopRateCardsSchema }], MEDIA_DB)],
  controllers: [RateCardsController],
  providers: [RateCardsRepository, RateCardsService, RateCardsSweep],
  exports: [RateCardsService],
})
export class RateCardsModule {}
