import { StoreConfig } from '@sarafa/server';
import { z } from 'zod';

export const AuthConfig = StoreConfig.extend({
  /** How long an admin's sign-in lasts. */
  ADMIN_TOKEN_HOURS: z.coerce.number().positive().max(8_760).default(12),
  /** How long a shop's sign-in lasts. */
  SHOP_TOKEN_DAYS: z.coerce.number().positive().max(365).default(30),
  /** The age at which a new signing key follows this one. Tokens of the older key stay good. */
  SIGNING_KEY_DAYS: z.coerce.number().positive().max(3_650).default(90),
  /**
   * How long a new key is published before it signs a token, so that every process that verifies tokens has the key by then.
   */
  SIGNING_KEY_LEAD_MS: z.coerce.number().int().min(0).max(3_600_000).default(60_000),
});
export type AuthConfig = z.infer<typeof AuthConfig>;
