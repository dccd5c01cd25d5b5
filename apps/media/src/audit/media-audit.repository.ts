import { Metrics } from '@sarafa/server';
import { AuditTrail } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG, MEDIA_DB } from '../media.tokens.js';

/** What media keeps of the log: ads. A logo is a change of its account. */
@Injectable()
export class MediaAudit extends AuditTrail {
  constructor(
    @InjectConnection(MEDIA_DB) connection: Connection,
    @Inject(MEDIA_CONFIG) { SWEEP_MS }: MediaConfig,
    metrics: Metrics,
  ) {
    super(connection, 'media_audit_entries', SWEEP_MS, metrics);
  }
}
