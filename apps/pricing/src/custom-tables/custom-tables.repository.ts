import { PublishedRepository } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { ShopCustomTables } from './custom-tables.schema.js';

@Injectable()
export class CustomTablesRepository extends PublishedRepository<ShopCustomTables> {
  constructor(@InjectModel(ShopCustomTables.name, PRICING_DB) shops: Model<ShopCustomTables>) {
    super(shops);
  }
}
