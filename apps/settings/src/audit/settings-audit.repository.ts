import type { StoreConfig } from '@sarafa/server';
import { AuditTrail } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { SETTINGS_CONFIG, SETTINGS_DB } from '../settings.tokens.js';
import { SiteSetting } from '../site/site-setting.schema.js';

/** What settings keeps of the log: the switches of the site. */
@Injectable()
export class SettingsAudit extends AuditTrail {
  constructor(
    @InjectConnection(SETTINGS_DB) connection: Connection,
    @InjectModel(SiteSetting.name, SETTINGS_DB) site: Model<SiteSetting>,
    @Inject(SETTINGS_CONFIG) { SWEEP_MS }: StoreConfig,
  ) {
    super(connection, 'settings_audit_entries', [site as never], SWEEP_MS);
  }
}
