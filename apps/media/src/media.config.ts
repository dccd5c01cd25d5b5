import { RemovalsConfig, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

export const MediaConfig = StoreConfig.extend({
  HOST: z.string().default('127.0.0.1'),
  /** The port of the HTTP server for files, which the gateway and the ingress reach. */
  MEDIA_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:9000'),
  S3_ACCESS_KEY: z.string().default('minioadmin'),
  S3_SECRET_KEY: z.string().default('minioadmin'),
  S3_BUCKET: z.string().default('sarafa'),
  /** Milliseconds for which a logo without an account is kept, because its account may still be being saved. */
  LOGO_GRACE_MS: z.coerce.number().int().min(0).default(3_600_000),
  /**
   * Milliseconds of silence after which an upload is given up: a silent sender's by its own replica, a dead process's by the
   * others.
   */
  UPLOAD_LEASE_MS: z.coerce.number().int().min(100).default(60_000),
  /** Milliseconds for which a file without an ad, or an ad without a file, is watched before it is removed. */
  AD_GRACE_MS: z.coerce.number().int().min(0).default(3_600_000),
  ...RemovalsConfig.shape,
});
export type MediaConfig = z.infer<typeof MediaConfig>;
