import { Metrics } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { BackupRecord } from './backup-record.schema.js';

/** Tells by metrics what backups say of themselves: their program has ended by the time somebody asks. */
@Injectable()
export class BackupRecordsRepository {
  constructor(@InjectModel(BackupRecord.name, SETTINGS_DB) records: Model<BackupRecord>, metrics: Metrics) {
    const told = (id: BackupRecord['_id'], value: (record: BackupRecord) => number) => async () => {
      const record = await records.findById(id).lean<BackupRecord>();
      return record ? value(record) : undefined;
    };
    const seconds = ({ at }: BackupRecord) => at.getTime() / 1_000;
    metrics.gauge('sarafa_backup_timestamp_seconds', 'Of which moment the newest backup is.', told('backup', seconds));
    metrics.gauge(
      'sarafa_backup_verification_timestamp_seconds',
      'When a backup was last verified, whatever was found.',
      told('verification', seconds),
    );
    metrics.gauge(
      'sarafa_backup_verified',
      'Whether the last verification of a backup found it whole.',
      told('verification', ({ ok }) => Number(ok === true)),
    );
  }
}
