import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What the program for backups says of its last backup and of its last verification; it alone writes this. */
@Schema({ collection: 'backups' })
export class BackupRecord {
  @Prop({ type: String }) _id!: 'backup' | 'verification';
  /** Of which moment the backup is, or when it was verified. */
  @Prop({ type: Date }) at!: Date;
  /** Whether a verification found it whole. */
  @Prop({ type: Boolean }) ok?: boolean;
}

export const BackupRecordSchema = SchemaFactory.createForClass(BackupRecord);
