import { StoreConfig } from '@sarafa/server';
import { z } from 'zod';
import { MasterKeyList } from './signing-keys/master-keys.js';

export const AuthConfig = StoreConfig.extend({
  MASTER_KEY: MasterKeyList.describe(
    'The key by which the keys that sign tokens are stored encrypted, 32 random bytes in base64 (`openssl rand -base64 32`); behind it, after commas, older ones. Needed; `npm start` makes one and keeps it.',
  ),
  ADMIN_TOKEN_HOURS: z.coerce.number().positive().max(8_760).default(12).describe("How many hours an admin's sign-in lasts."),
  SHOP_TOKEN_DAYS: z.coerce.number().positive().max(365).default(30).describe("How many days a shop's sign-in lasts."),
  SIGNING_KEY_DAYS: z.coerce
    .number()
    .positive()
    .max(3_650)
    .default(90)
    .describe('The age in days at which a new signing key follows a signing key. Tokens of the older key stay good.'),
  SIGNING_KEY_LEAD_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(60_000)
    .describe(
      'Milliseconds for which a new key is published before it signs a token, so that every process that verifies tokens has the key by then.',
    ),
});
export type AuthConfig = z.infer<typeof AuthConfig>;
