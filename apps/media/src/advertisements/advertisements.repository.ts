import { PublishedRepository } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { ShopAdvertisements } from './advertisements.schema.js';

@Injectable()
export class AdvertisementsRepository extends PublishedRepository<ShopAdvertisements> {
  constructor(@InjectModel(ShopAdvertisements.name, MEDIA_DB) shops: Model<ShopAdvertisements>) {
    super(shops);
  }
}
