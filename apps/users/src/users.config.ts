import { limits } from '@sarafa/contracts';
import { Flag, StoreConfig } from '@sarafa/server';
import { z } from 'zod';

const { username, password } = limits;

export const UsersConfig = StoreConfig.extend({
  /** The admin that is made when there is none. */
  ADMIN_USERNAME: z
    .string()
    .min(username.min)
    .max(username.max)
    .regex(/^[A-Za-z0-9._@-]+$/, 'letters, digits and . _ - @ only')
    .default('admin'),
  /** Generated and printed once when left out. */
  ADMIN_PASSWORD: z.string().min(password.min).max(password.max).optional(),
  /** Makes one shop to look at when there is none. */
  DEMO_SHOP: Flag.default(false),
});
export type UsersConfig = z.infer<typeof UsersConfig>;
