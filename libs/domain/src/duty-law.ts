import { dutiesInLaw, type DutyLaw, type ImportDuty, type ShopProfile } from '@sarafa/contracts';
import { inForce } from './effective-dated.js';
import { subscriptionState } from './subscription.js';

const LAWS = dutiesInLaw.india.map(({ from, gold, silver }) => {
  return { from, law: { goldImportDuty: gold, silverImportDuty: silver, from } };
});

/** The duty in law at `now` where it isn't `duty`; the same object for as long as that law is in force. */
export function lawBeside(duty: ImportDuty, now: number): DutyLaw | null {
  const { law } = inForce(LAWS, now);
  const isSame = duty.goldImportDuty === law.goldImportDuty && duty.silverImportDuty === law.silverImportDuty;
  return isSame ? null : law;
}

/**
 * Whether the boards of a shop move when a duty comes into force at `at`, in milliseconds since 1970: those of a list have the duty in
 * their rates, those that hold their rates keep the duty, and those without a subscription show none.
 */
export function movesWithDuty(
  shop: Pick<ShopProfile, 'rate_list_id' | 'subscription_active' | 'subscription_end_date'>,
  isHeldThen: boolean,
  at: number,
): boolean {
  return !shop.rate_list_id && !isHeldThen && subscriptionState(shop, at).isSubscriptionValid;
}
