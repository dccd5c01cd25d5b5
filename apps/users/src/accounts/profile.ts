import { ShopProfile } from '@sarafa/contracts';
import type { AccountDocument } from './account.schema.js';

/** The public part of a shop's account: the contract drops every other field. */
export function profileOf(account: AccountDocument): ShopProfile {
  const fields = account.toObject();
  return ShopProfile.parse({
    ...fields,
    id: account.id as string,
    subscription_end_date: fields.subscription_end_date.toISOString(),
  });
}
