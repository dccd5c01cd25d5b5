import { type DynamicModule, Module } from '@nestjs/common';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { ListRemindersController } from './list-reminders.controller.js';
import { ListRemindersSweep } from './list-reminders.sweep.js';

@Module({})
export class ListRemindersModule {
  /** `lists` are the modules of both kinds of list. */
  static with(config: PricingConfig, lists: DynamicModule[]): DynamicModule {
    return {
      module: ListRemindersModule,
      imports: [...lists, MarketLeaseModule],
      controllers: [ListRemindersController],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, ListRemindersSweep],
    };
  }
}
