import { ShopProfile } from '@sarafa/contracts';
import type { AccountDocument } from './account.schema.js';

/** A shop's account as others may see it: zod drops the rest. */
export function profileOf(account: AccountDocument): ShopProfile {
  const fields = account.toObject();
  return ShopProfile.parse({
    ...fields,
    id: account.id as string,
    subscription_end_date: fields.subscription_end_date.toISOString(),
  });
}
