import { fileURLToPath } from 'node:url';
import { BaseConfig } from '@sarafa/server';
import { z } from 'zod';

export const GatewayConfig = BaseConfig.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The built web app. */
  WEB_DIR: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  /** Proxies whose forwarded address is believed: addresses or ranges, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  /** Ceiling for public reads. */
  PUBLIC_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(6_000),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
