import { fileURLToPath } from 'node:url';
import { BaseConfig, Port, ProcessConfig } from '@sarafa/server';
import { z } from 'zod';

const Ceiling = z.coerce.number().int().positive();
const Timeout = z.coerce.number().int().min(100).max(600_000);

export const GatewayConfig = BaseConfig.extend({
  HOST: ProcessConfig.shape.HOST,
  SARAFA_VERSION: ProcessConfig.shape.SARAFA_VERSION,
  PORT: Port.default(8080).describe('The public server.'),
  WEB_DIR: z
    .string()
    .default(fileURLToPath(new URL('../../web/dist', import.meta.url)))
    .describe('The folder of the built web app.'),
  MEDIA_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8081')
    .transform((url) => url.replace(/\/+$/, ''))
    .describe("The address of media's HTTP server for files. `npm start` makes it of `MEDIA_PORT`."),
  PROVIDER_CHAT_NUMBER: z
    .string()
    .regex(/^\+?\d{6,15}$/, 'must be a telephone number: digits only')
    .transform((number) => number.replace('+', ''))
    .optional()
    .describe("The telephone number behind the sign-in screen's chat, digits with the country code."),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe(
      'Proxies whose forwarded client address is believed: addresses or ranges, separated by commas. Behind a proxy that is not named here all clients share its address.',
    ),
  PUBLIC_RATE_LIMIT_PER_MINUTE: Ceiling.default(6_000).describe(
    'The ceiling for public reads of one address; a hundredth of it is the ceiling for pairings that TVs of one address open.',
  ),
  CHANGES_PER_MINUTE: Ceiling.default(30).describe(
    "The ceiling for changes by one shop's account at one gateway, its password and sessions not counted; an admin's is twenty times as high, and that for an account's reads forty times.",
  ),
  STREAMS_PER_ADDRESS: Ceiling.default(2_000).describe(
    "The ceiling for open boards of one address, which may be a chain's office or, for many shops, a carrier's, at one gateway.",
  ),
  STREAMS_PER_GATEWAY: Ceiling.default(20_000).describe('The ceiling for open boards of all addresses at one gateway.'),
  SESSIONS_SEEN_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(300_000)
    .describe(
      'Milliseconds between two reports of the sessions that a gateway has seen, for the list of who is signed in where.',
    ),
  KEEP_ALIVE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(3_600_000)
    .default(95_000)
    .describe(
      'Milliseconds that a connection is kept between two requests. It has to be longer than the proxy in front keeps one, whose next request would meet the end: 90 seconds by Traefik, a minute by nginx, ten minutes by load balancers of Google Cloud.',
    ),
  HEAD_TIMEOUT_MS: Timeout.default(10_000).describe('Milliseconds that the head of a request may take to arrive.'),
  BODY_TIMEOUT_MS: Timeout.default(30_000).describe('Milliseconds that a body that is no form may take to arrive.'),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
