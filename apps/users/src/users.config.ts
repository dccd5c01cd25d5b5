import { Password, Username } from '@sarafa/contracts';
import { Flag, StoreConfig } from '@sarafa/server';
import { type z } from 'zod';

export const UsersConfig = StoreConfig.extend({
  /** The username of the admin that is made when there is none. */
  ADMIN_USERNAME: Username.default('admin'),
  /** Generated and printed once when not configured. */
  ADMIN_PASSWORD: Password.optional(),
  /** Makes a demo shop when there is no shop. */
  DEMO_SHOP: Flag.default(false),
});
export type UsersConfig = z.infer<typeof UsersConfig>;
