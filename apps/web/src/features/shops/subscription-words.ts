import type { ShopDashboard } from '@sarafa/contracts';
import { subscriptionDaysLeft } from '@sarafa/domain';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import type { Tone } from '../../shared/ui/state-word.js';
import { isExpiring } from './find-shops.js';

const { users: words } = portalTexts;

interface SubscriptionWords {
  readonly tone: Tone;
  readonly word: string;
  readonly rest: string;
}

/** 'Active' or 'Expired', and how many days are left or overdue (rule 10.8). */
export function subscriptionWords(shop: ShopDashboard, now: number): SubscriptionWords {
  const days = subscriptionDaysLeft(shop, now);
  const left =
    days > 0 ? say(words.daysRemaining, { days }) : days === 0 ? words.expiresToday : say(words.daysOverdue, { days: -days });
  if (shop.isSubscriptionValid) return { tone: isExpiring(shop, now) ? 'warn' : 'ok', word: words.active, rest: left };
  const isSwitchedOff = !shop.subscription_active && !shop.isSubscriptionExpired;
  return { tone: 'err', word: words.expired, rest: isSwitchedOff ? say(portalTexts.list.deactivated, { rest: left }) : left };
}
