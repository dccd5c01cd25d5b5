import { fileURLToPath } from 'node:url';
import { BaseConfig } from '@sarafa/server';
import { z } from 'zod';

export const GatewayConfig = BaseConfig.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The folder of the built web app. */
  WEB_DIR: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  /** The address of media's HTTP server. */
  MEDIA_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8081')
    .transform((url) => url.replace(/\/+$/, '')),
  /** The telephone number behind the sign-in screen's chat, digits with the country code. */
  PROVIDER_CHAT_NUMBER: z
    .string()
    .regex(/^\+?\d{6,15}$/, 'must be a telephone number: digits only')
    .transform((number) => number.replace('+', ''))
    .optional(),
  /** Proxies whose forwarded client address is believed: addresses or ranges, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  /** The ceiling for public reads of one address. */
  PUBLIC_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(6_000),
  /** The ceiling for changes by one shop's account; an admin's is twenty times as high. */
  CHANGES_PER_MINUTE: z.coerce.number().int().positive().default(30),
  /** The ceilings for open boards: of one address, which may be a chain's office or a carrier's, and of one gateway. */
  STREAMS_PER_ADDRESS: z.coerce.number().int().positive().default(2_000),
  STREAMS_PER_GATEWAY: z.coerce.number().int().positive().default(20_000),
  /** How long the head of a request may take to arrive, and a body that is no form. */
  HEAD_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(10_000),
  BODY_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
