import { Password, Username } from '@sarafa/contracts';
import { Flag, StoreConfig } from '@sarafa/server';
import { type z } from 'zod';

export const UsersConfig = StoreConfig.extend({
  ADMIN_USERNAME: Username.default('admin').describe('The username of the admin that is made when there is none.'),
  ADMIN_PASSWORD: Password.optional().describe(
    'The password of that admin. Without it one is generated, and printed once at the first start.',
  ),
  DEMO_SHOP: Flag.default(false).describe('Makes one demo shop at the first start, when there is no shop.'),
});
export type UsersConfig = z.infer<typeof UsersConfig>;
