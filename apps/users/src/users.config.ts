import { Password, Username } from '@sarafa/contracts';
import { Flag, StoreConfig } from '@sarafa/server';
import { type z } from 'zod';

export const UsersConfig = StoreConfig.extend({
  /** The admin that is made when there is none. */
  ADMIN_USERNAME: Username.default('admin'),
  /** Generated and printed once when left out. */
  ADMIN_PASSWORD: Password.optional(),
  /** Makes one shop to look at when there is none. */
  DEMO_SHOP: Flag.default(false),
});
export type UsersConfig = z.infer<typeof UsersConfig>;
