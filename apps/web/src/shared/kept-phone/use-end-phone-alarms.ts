import { useRemovePhoneMutation } from '../api/phones.api.js';
import { useSession } from '../session/session.js';
import { currentSubscription } from './current-subscription.js';
import { keepPhone, keptPhone } from './kept-phone.js';

/** How long signing out, or in as somebody else, waits, so that it never seems to hang. What isn't done by then goes on. */
const WAIT_MS = 800;

/**
 * Ends on this device the alarms of the account that is signed in (rule 14.11), before it signs out or somebody else signs in over
 * it: the server needs the token. Where the server doesn't answer, the browser has given up its subscription nevertheless, and the
 * server drops its record with the next alarm, because the push service refuses that one. Never rejects.
 */
export function useEndPhoneAlarms(): () => Promise<void> {
  const { current } = useSession();
  const [remove] = useRemovePhoneMutation();
  return async () => {
    const kept = current && keptPhone(current.userId);
    if (!kept) return;
    keepPhone(null);
    const done = Promise.allSettled([remove(kept.id), currentSubscription().then((phone) => phone?.unsubscribe())]);
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  };
}
