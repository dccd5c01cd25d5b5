import { fileURLToPath } from 'node:url';
import { BaseConfig } from '@sarafa/server';
import { z } from 'zod';

export const GatewayConfig = BaseConfig.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The built web app. */
  WEB_DIR: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  /** Media's door for bytes. */
  MEDIA_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8081')
    .transform((url) => url.replace(/\/+$/, '')),
  /** Digits of the provider's number, with its country's, behind the sign-in screen's chat. */
  PROVIDER_CHAT_NUMBER: z
    .string()
    .regex(/^\+?\d{6,15}$/, 'must be a telephone number: digits only')
    .transform((number) => number.replace('+', ''))
    .optional(),
  /** Proxies whose forwarded address is believed: addresses or ranges, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  /** Ceiling for public reads. */
  PUBLIC_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(6_000),
  /** Open boards: of one address, which may be a chain's office or a carrier's for many shops, and of one gateway. */
  STREAMS_PER_ADDRESS: z.coerce.number().int().positive().default(2_000),
  STREAMS_PER_GATEWAY: z.coerce.number().int().positive().default(20_000),
  /** So long a request's head may take to come, and a body that is no form. */
  HEAD_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(10_000),
  BODY_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
