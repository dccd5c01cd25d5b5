import { BaseConfig, ProcessConfig, S3Config, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

const { NATS_REPLICAS: _, ...NATS } = BaseConfig.shape;

/** Not a service: what `backup.mjs` reads for `backup`, `restore` and `verify-backup`. */
export const BackupConfig = z.object({
  ...NATS,
  MONGO_URL: StoreConfig.shape.MONGO_URL,
  ...S3Config.shape,
  BACKUP_KEY: z
    .string({ error: 'is needed: any text of at least 32 characters, as `openssl rand -base64 32` makes it' })
    .min(32, 'must have at least 32 characters: `openssl rand -base64 32` makes one')
    .describe(
      'What backups are encrypted with: any text of at least 32 characters, as `openssl rand -base64 32` makes it. Without it nobody can open them again. `npm start` makes one.',
    ),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The S3 that has the backups, for `s3://bucket/prefix`.'),
  BACKUP_S3_ACCESS_KEY: z.string().optional().describe('The name with which that S3 is signed in to.'),
  BACKUP_S3_SECRET_KEY: z.string().optional().describe('The password with which that S3 is signed in to.'),
  SARAFA_VERSION: ProcessConfig.shape.SARAFA_VERSION,
});
export type BackupConfig = z.infer<typeof BackupConfig>;

export const backupApp = { name: 'backup', config: BackupConfig };
