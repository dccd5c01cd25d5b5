import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { type StoreConfig, type AppContext } from '@sarafa/server';
import { mongo } from '@sarafa/server/mongo';
import { SETTINGS_CONFIG, SETTINGS_DB } from './settings.tokens.js';
import { SiteSetting, SiteSettingSchema } from './site/site-setting.schema.js';
import { MaintenancePublisher, PublicViewPublisher } from './site/site-settings.publishers.js';
import { SiteSettingsController } from './site/site-settings.controller.js';
import { SiteSettingsRepository } from './site/site-settings.repository.js';
import { SiteSettingsService } from './site/site-settings.service.js';

@Module({})
export class SettingsModule {
  static with(config: StoreConfig, { health }: AppContext): DynamicModule {
    return {
      module: SettingsModule,
      imports: [
        mongo(config.MONGO_URL, SETTINGS_DB, health),
        MongooseModule.forFeature([{ name: SiteSetting.name, schema: SiteSettingSchema }], SETTINGS_DB),
      ],
      controllers: [SiteSettingsController],
      providers: [
        { provide: SETTINGS_CONFIG, useValue: config },
        SiteSettingsRepository,
        MaintenancePublisher,
        PublicViewPublisher,
        SiteSettingsService,
      ],
    };
  }
}
