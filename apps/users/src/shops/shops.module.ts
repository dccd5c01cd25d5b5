import { Module } from '@nestjs/common';
import { ShopsController } from './shops.controller.js';
import { ShopsRepository } from './shops.repository.js';
import { ShopsService } from './shops.service.js';

@Module({ controllers: [ShopsController], providers: [ShopsRepository, ShopsService] })
export class ShopsModule {}
