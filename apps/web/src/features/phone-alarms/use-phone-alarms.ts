import { useEffect, useState } from 'react';
import { type AlarmPaths, keepAlarmReader } from '../../shared/alarm-reader.js';
import { useLazyPushKeyQuery, useRemovePhoneMutation, useSavePhoneMutation } from '../../shared/api/phones.api.js';
import { currentSubscription } from '../../shared/kept-phone/current-subscription.js';
import { keepPhone, keptPhone, PHONE_CHANGED } from '../../shared/kept-phone/kept-phone.js';
import { NO_ANSWER, type Problem, problemOf } from '../../shared/requests/problem.js';
import { useSession } from '../../shared/session/session.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { usePageLanguage } from '../../shared/language/use-page-language.js';
import { useAgain } from './use-again.js';
import { isSameSubscription, pushSupport, type PushSupport, sentSubscription, subscribe } from './web-push.js';

const { phone: words } = screenTexts;

/** Whether alarms come to this device, or why they can't. */
export type PhoneState = 'checking' | 'on' | 'off' | 'denied' | Exclude<PushSupport, 'ok'>;

/** Alarms on this device (rule 14.10). `paths` lead to what they are about. */
export function usePhoneAlarms(userId: string, paths: AlarmPaths) {
  const [state, setState] = useState<PhoneState>(begin);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [askKey] = useLazyPushKeyQuery();
  const token = useSession().current?.token;
  const language = usePageLanguage();
  const [save] = useSavePhoneMutation();
  const [remove] = useRemovePhoneMutation();

  const tell = async (subscription: PushSubscription) => (await save(sentSubscription(subscription)).unwrap()).id;
  const remember = async (id: string) => {
    const before = keptPhone(userId)?.id;
    keepPhone({ id, userId });
    // Of a subscription that was replaced. Whether it was still there doesn't matter.
    if (before && before !== id) void remove(before);
    await keepAlarmReader({ language, ...paths });
  };
  /** The subscription of before, or another one: a browser may have given it up, and the server's key may have been replaced. */
  const subscribeAgain = async () => {
    if (Notification.permission !== 'granted') return undefined;
    return subscribe((await askKey().unwrap()).key, true);
  };
  const isOn = state === 'on';
  const { path, lists } = paths;
  useEffect(() => {
    // Alarms are in the language that was chosen last.
    if (isOn) keepAlarmReader({ language, path, lists }).catch(() => undefined);
  }, [isOn, language, path, lists]);

  useEffect(() => {
    if (begin() !== 'checking') return;
    let isLeft = false;
    const check = async () => {
      const before = keptPhone(userId) && (await currentSubscription());
      const subscription = keptPhone(userId) && (await subscribeAgain());
      // Alarms may have ended meanwhile, and whoever ended them knows nothing of what was just made.
      if (!keptPhone(userId) && subscription && !isSameSubscription(before, subscription)) await subscription.unsubscribe();
      if (isLeft) return;
      if (!subscription || !keptPhone(userId)) return setState('off');
      // Sent again: the server may have lost the subscription or know it from an earlier sign-in, and the person may have
      // chosen another language.
      const id = await tell(subscription);
      // Alarms may have ended meanwhile.
      if (isLeft || !keptPhone(userId)) return;
      setState('on');
      setFailure('');
      await remember(id);
    };
    const failed = (error: unknown) => {
      if (isLeft) return 0;
      if (error instanceof Error) {
        // The browser can't say whether it has a subscription; turning alarms on finds the one that there is.
        setState((before) => (before === 'checking' ? 'off' : before));
        setFailure(words.failed);
        return 0;
      }
      // The server forgets the phones of an earlier password, so these alarms aren't on before it has heard of them.
      setState('off');
      setFailure(whyNot(error, words.failed));
      return isPassing(problemOf(error)) ? failures + 1 : 0;
    };
    void check()
      .then(() => 0, failed)
      .then((count) => isLeft || setFailures(count));
    return () => {
      isLeft = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each session and attempt
  }, [userId, token, attempt]);
  useAgain(failures, () => setAttempt((before) => before + 1));

  useEffect(() => {
    // Signing out everywhere ends the alarms first, and may then fail.
    const look = () => !keptPhone(userId) && setState((before) => (before === 'on' || before === 'checking' ? 'off' : before));
    addEventListener(PHONE_CHANGED, look);
    return () => removeEventListener(PHONE_CHANGED, look);
  }, [userId]);

  useEffect(() => {
    // Somebody may come back from the device's settings.
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      if (isOn ? Notification.permission === 'granted' : state !== 'denied' || begin() === 'denied') return;
      setState(begin());
      setAttempt((before) => before + 1);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isOn, state]);

  const turnOn = async () => {
    const permission = await Notification.requestPermission();
    if (permission === 'denied') return setState('denied');
    if (permission === 'default') return setFailure(words.dismissed);
    const { key } = await askKey().unwrap();
    const isKept = keptPhone(userId) !== undefined;
    const subscription = await subscribe(key, isKept);
    try {
      await remember(await tell(subscription));
    } catch (error) {
      // One that is kept is told to the server again.
      if (!isKept) await subscription.unsubscribe().catch(() => false);
      throw error;
    }
    setState('on');
  };
  const turnOff = async () => {
    const kept = keptPhone(userId);
    try {
      if (kept) await remove(kept.id).unwrap();
    } catch (error) {
      // What the server doesn't know any more is off already.
      if (problemOf(error).status !== 404) throw error;
    }
    await (await currentSubscription())?.unsubscribe();
    keepPhone(null);
    setState('off');
  };
  const change = async () => {
    setIsBusy(true);
    setFailure('');
    try {
      await (isOn ? turnOff() : turnOn());
    } catch (error) {
      setFailure(whyNot(error, isOn ? words.offFailed : words.failed));
    } finally {
      setIsBusy(false);
    }
  };
  return { state, isBusy, failure, change };
}

function begin(): PhoneState {
  const support = pushSupport();
  if (support !== 'ok') return support;
  return Notification.permission === 'denied' ? 'denied' : 'checking';
}

/** Whether the server may take it later; what it has refused it would refuse again. */
function isPassing({ code, status }: Problem): boolean {
  return code === NO_ANSWER.code || status === 429 || status >= 500;
}

/** The server's reason, or that of the network; the browser's own is in no language for people. */
function whyNot(error: unknown, text: string): string {
  return error instanceof Error ? text : `${text} ${problemOf(error).message}`;
}
