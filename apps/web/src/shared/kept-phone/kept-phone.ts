import { kept } from '../kept/kept.js';
import { currentSubscription } from './current-subscription.js';

/** What this browser remembers of its own subscription: the server's id of it, and whose alarms it gets. */
interface KeptPhone {
  readonly id: string;
  readonly userId: string;
}

const KEY = 'sarafa.alarms';
/** An event of the window: what is kept has changed. */
export const PHONE_CHANGED = 'sarafa-phone-changed';

/** Undefined where this browser gets no alarms, or another account's. */
export function keptPhone(userId: string): KeptPhone | undefined {
  try {
    const phone = JSON.parse(kept.get(KEY) ?? 'null') as KeptPhone | null;
    return phone?.userId === userId ? phone : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Ends what this browser has of another account than `userId`, which isn't signed in any more: the push service refuses the next alarm
 * then, and the server drops its record.
 */
export async function endPhoneOfOthers(userId: string): Promise<void> {
  if (kept.get(KEY) === null || keptPhone(userId)) return;
  keepPhone(null);
  await (await currentSubscription())?.unsubscribe();
}

/** Where it can't be kept, the switch is off after the page was loaded again, and switching it on finds the subscription. */
export function keepPhone(phone: KeptPhone | null): void {
  if (phone) kept.set(KEY, JSON.stringify(phone));
  else kept.remove(KEY);
  dispatchEvent(new Event(PHONE_CHANGED));
}
