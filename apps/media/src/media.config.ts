import { Port, ProcessConfig, RemovalsConfig, S3Config, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

export const MediaConfig = StoreConfig.extend({
  HOST: ProcessConfig.shape.HOST,
  MEDIA_PORT: Port.default(8081).describe(
    'The HTTP server for files, which the gateway and the ingress reach. `npm start` takes a free port where this is not set.',
  ),
  ...S3Config.shape,
  // Node reads it itself (`tmpdir` in spool.ts).
  TMPDIR: z
    .string()
    .optional()
    .describe("The folder in which uploads wait for their end: at most 40 of 100 MB. Without it, the system's own (`/tmp`)."),
  LOGO_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(3_600_000)
    .describe(
      'Milliseconds for which a logo is kept that its account has not yet, or no more: users may be on an older database.',
    ),
  UPLOAD_LEASE_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(60_000)
    .describe(
      "Milliseconds of silence after which an upload is given up: a silent sender's by its own replica, a dead process's by the others.",
    ),
  AD_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(3_600_000)
    .describe('Milliseconds for which a file without an ad, or an ad without a file, is watched before it is removed.'),
  ...RemovalsConfig.shape,
});
export type MediaConfig = z.infer<typeof MediaConfig>;
