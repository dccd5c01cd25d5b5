import { Metrics, type StoreConfig } from '@sarafa/server';
import { AuditTrail } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { PushSubscriptionRow } from '../phones/phone.schema.js';
import { SETTINGS_CONFIG, SETTINGS_DB } from '../settings.tokens.js';

/** What settings keeps of the log: the switches of the site, screens and phones. */
@Injectable()
export class SettingsAudit extends AuditTrail {
  constructor(
    @InjectConnection(SETTINGS_DB) connection: Connection,
    @InjectModel(PushSubscriptionRow.name, SETTINGS_DB) private readonly phones: Model<PushSubscriptionRow>,
    @Inject(SETTINGS_CONFIG) { SWEEP_MS }: StoreConfig,
    metrics: Metrics,
  ) {
    super(connection, 'settings_audit_entries', SWEEP_MS, metrics);
  }

  /** A phone that was taken off is nobody's; one that is allowed again before the sweep comes is somebody's. */
  protected override emptied(model: Model<never>): object | undefined {
    return model === (this.phones as never) ? { userId: { $exists: false } } : undefined;
  }
}
