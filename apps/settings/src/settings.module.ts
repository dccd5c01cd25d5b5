import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { audit } from '@sarafa/contracts';
import { type AppContext } from '@sarafa/server';
import { auditController, mongo } from '@sarafa/server/mongo';
import { ScreenAlarmRow, ScreenAlarmSchema } from './alarms/alarm.schema.js';
import { AlarmPhonesSweep, AlarmWebhookSweep } from './alarms/alarm-deliveries.sweep.js';
import { AlarmsController } from './alarms/alarms.controller.js';
import { AlarmsRepository } from './alarms/alarms.repository.js';
import { AlarmsService } from './alarms/alarms.service.js';
import { Webhook } from './alarms/webhook.js';
import { SettingsAudit } from './audit/settings-audit.repository.js';
import { BackupRecord, BackupRecordSchema } from './backups/backup-record.schema.js';
import { BackupRecordsRepository } from './backups/backup-records.repository.js';
import { CardReminderDeliveriesSweep } from './card-reminders/card-reminder-deliveries.sweep.js';
import { CardReminderRow, CardReminderSchema } from './card-reminders/card-reminder.schema.js';
import { CardRemindersRepository } from './card-reminders/card-reminders.repository.js';
import { CardRemindersSweep } from './card-reminders/card-reminders.sweep.js';
import { Deletions } from './deletions.js';
import { ListReminderDeliveriesSweep } from './list-reminders/list-reminder-deliveries.sweep.js';
import { ListReminderRow, ListReminderSchema } from './list-reminders/list-reminder.schema.js';
import { ListRemindersRepository } from './list-reminders/list-reminders.repository.js';
import { ListRemindersService } from './list-reminders/list-reminders.service.js';
import { PairingSchema, StoredPairing } from './pairings/pairing.schema.js';
import { PairingsController } from './pairings/pairings.controller.js';
import { PairingsRepository } from './pairings/pairings.repository.js';
import { PairingsService } from './pairings/pairings.service.js';
import { WrongCodesRepository } from './pairings/wrong-codes.repository.js';
import { PhonesService } from './phones/phones.service.js';
import { PushKeysRow, PushKeysSchema, PushSubscriptionRow, PushSubscriptionSchema } from './phones/phone.schema.js';
import { PushKeysRepository } from './phones/push-keys.repository.js';
import { PushSender } from './phones/push-sender.js';
import { PushSubscriptionsRepository } from './phones/push-subscriptions.repository.js';
import { LiveScreens } from './screen-states/live-screens.js';
import { ScreenStateRow, ScreenStateSchema } from './screen-states/screen-state.schema.js';
import { ScreenStatesRepository } from './screen-states/screen-states.repository.js';
import { ScreenStatesSweep } from './screen-states/screen-states.sweep.js';
import { ScreenSecretsController } from './screen-secrets/screen-secrets.controller.js';
import { ShopScreens, ShopScreensSchema } from './screens/screen.schema.js';
import { KnownShops } from './screens/known-shops.js';
import { LeftScreensSweep } from './screens/left-screens.sweep.js';
import { ScreensController } from './screens/screens.controller.js';
import { ScreensPublisher } from './screens/screens.publisher.js';
import { ScreensRepository } from './screens/screens.repository.js';
import { ScreensService } from './screens/screens.service.js';
import { ScreensSweep } from './screens/screens.sweep.js';
import type { SettingsConfig } from './settings.config.js';
import { SettingsLease } from './settings.lease.js';
import { SETTINGS_CONFIG, SETTINGS_DB } from './settings.tokens.js';
import { SiteSetting, SiteSettingSchema } from './site/site-setting.schema.js';
import { MaintenancePublisher, PublicViewPublisher } from './site/site-settings.publishers.js';
import { SiteSettingsController } from './site/site-settings.controller.js';
import { SiteSettingsRepository } from './site/site-settings.repository.js';
import { SiteSettingsService } from './site/site-settings.service.js';

const SITE = [SiteSettingsRepository, MaintenancePublisher, PublicViewPublisher, SiteSettingsService];
const SCREENS = [ScreensRepository, ScreensPublisher, ScreensService, KnownShops, ScreensSweep, LeftScreensSweep];
const PAIRINGS = [PairingsRepository, WrongCodesRepository, PairingsService];
const STATES = [LiveScreens, ScreenStatesRepository, ScreenStatesSweep];
const PHONES = [PushSubscriptionsRepository, PushKeysRepository, PushSender, PhonesService];
const ALARMS = [AlarmsRepository, Webhook, AlarmsService, AlarmPhonesSweep, AlarmWebhookSweep];
const REMINDERS = [ListRemindersRepository, ListRemindersService, ListReminderDeliveriesSweep];
const CARDS = [CardRemindersRepository, CardRemindersSweep, CardReminderDeliveriesSweep];

@Module({})
export class SettingsModule {
  static with(config: SettingsConfig, { health }: AppContext): DynamicModule {
    return {
      module: SettingsModule,
      imports: [
        mongo(config.MONGO_URL, SETTINGS_DB, health),
        MongooseModule.forFeature(
          [
            { name: SiteSetting.name, schema: SiteSettingSchema },
            { name: ShopScreens.name, schema: ShopScreensSchema },
            { name: StoredPairing.name, schema: PairingSchema },
            { name: ScreenStateRow.name, schema: ScreenStateSchema },
            { name: ScreenAlarmRow.name, schema: ScreenAlarmSchema },
            { name: CardReminderRow.name, schema: CardReminderSchema },
            { name: ListReminderRow.name, schema: ListReminderSchema },
            { name: PushSubscriptionRow.name, schema: PushSubscriptionSchema },
            { name: PushKeysRow.name, schema: PushKeysSchema },
            { name: BackupRecord.name, schema: BackupRecordSchema },
          ],
          SETTINGS_DB,
        ),
      ],
      controllers: [
        auditController(audit.settings, SettingsAudit),
        SiteSettingsController,
        PairingsController,
        ScreensController,
        ScreenSecretsController,
        AlarmsController,
      ],
      providers: [
        { provide: SETTINGS_CONFIG, useValue: config },
        SettingsLease,
        Deletions,
        SettingsAudit,
        BackupRecordsRepository,
        ...SITE,
        ...SCREENS,
        ...PAIRINGS,
        ...STATES,
        ...PHONES,
        ...ALARMS,
        ...REMINDERS,
        ...CARDS,
      ],
    };
  }
}
