import { useRemovePhoneMutation } from '../../shared/api/screens.api.js';
import { keepPhone, keptPhone } from './kept-phone.js';
import { currentSubscription } from './web-push.js';

/** How long signing out waits, so that it never seems to hang. What isn't done by then goes on. */
const WAIT_MS = 800;

/**
 * Ends the shop's alarms on this device (rule 14.11), for a person who is about to sign out: the server needs the token. Where
 * the server doesn't answer, the browser has given up its subscription nevertheless, and the server drops its record with the
 * next alarm, because the push service refuses that one. Never rejects.
 */
export function useEndPhoneAlarms(userId: string): () => Promise<void> {
  const [remove] = useRemovePhoneMutation();
  return async () => {
    const kept = keptPhone(userId);
    if (!kept) return;
    keepPhone(null);
    const done = Promise.allSettled([remove(kept.id), currentSubscription().then((phone) => phone?.unsubscribe())]);
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  };
}
