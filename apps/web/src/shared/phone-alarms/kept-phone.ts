/** What this browser remembers of its own subscription: the server's id of it, and whose alarms it gets. */
interface KeptPhone {
  readonly id: string;
  readonly userId: string;
}

const KEY = 'sarafa.alarms';
/** An event of the window: what is kept has changed. */
export const PHONE_CHANGED = 'sarafa-phone-changed';

/** Undefined where this browser gets no alarms, or another shop's. */
export function keptPhone(userId: string): KeptPhone | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptPhone | null;
    return kept?.userId === userId ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepPhone(kept: KeptPhone | null): void {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
  } catch {
    // Then the switch is off after the page was loaded again, and switching it on finds the subscription.
  }
  dispatchEvent(new Event(PHONE_CHANGED));
}
