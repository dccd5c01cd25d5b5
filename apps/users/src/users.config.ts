import { Password, Username } from '@sarafa/contracts';
import { Flag, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

export const UsersConfig = StoreConfig.extend({
  ADMIN_USERNAME: Username.default('admin').describe('The username of the admin that is made when there is none.'),
  ADMIN_PASSWORD: Password.optional().describe(
    'The password of that admin. Without it one is generated, and printed once at the first start.',
  ),
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .default('optional')
    .describe(
      'Whether admins need a second step of their sign-in, an authenticator app or a passkey. With `required` an admin without one is refused seven days after the first start with it, or after having been made.',
    ),
  DEMO_SHOP: Flag.default(false).describe('Makes one demo shop at the first start, when there is no shop.'),
});
export type UsersConfig = z.infer<typeof UsersConfig>;
