import { useEffect, useState } from 'react';
import { keepAlarmReader } from '../../shared/alarm-reader.js';
import { useLazyPushKeyQuery, useRemovePhoneMutation, useSavePhoneMutation } from '../../shared/api/phones.api.js';
import { SCREENS_PART, shopDashboardPath } from '../../shared/links.js';
import { pageLanguage } from '../../shared/page-language.js';
import { currentSubscription } from '../../shared/phone-alarms/current-subscription.js';
import { keepPhone, keptPhone, PHONE_CHANGED } from '../../shared/phone-alarms/kept-phone.js';
import { problemOf } from '../../shared/problem.js';
import { useSession } from '../../shared/session.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { pushSupport, type PushSupport, sentSubscription, subscribe } from './web-push.js';

const { phone: words } = screenTexts;

/** Whether alarms come to this device, or why they can't. */
export type PhoneState = 'checking' | 'on' | 'off' | 'denied' | Exclude<PushSupport, 'ok'>;

/** Alarms of screens on this device (rule 14.10). */
export function usePhoneAlarms(userId: string) {
  const [state, setState] = useState<PhoneState>(begin);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [askKey] = useLazyPushKeyQuery();
  const token = useSession().current?.token;
  const [save] = useSavePhoneMutation();
  const [remove] = useRemovePhoneMutation();

  const keep = async (subscription: PushSubscription) => {
    const { id } = await save(sentSubscription(subscription)).unwrap();
    keepPhone({ id, userId });
    await keepAlarmReader({ language: pageLanguage(), path: `${shopDashboardPath(userId)}#${SCREENS_PART}` });
  };

  useEffect(() => {
    if (begin() !== 'checking') return;
    let isLeft = false;
    const check = async () => {
      const subscription = keptPhone(userId) && (await currentSubscription());
      if (isLeft) return;
      setState(subscription ? 'on' : 'off');
      // Sent again: the server may have lost the subscription or know it from an earlier sign-in, and the person may have
      // chosen another language.
      if (subscription) await keep(subscription);
    };
    check().catch(() => undefined);
    return () => {
      isLeft = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each session
  }, [userId, token]);

  useEffect(() => {
    // Signing out everywhere ends the alarms first, and may then fail.
    const look = () => !keptPhone(userId) && setState((before) => (before === 'on' ? 'off' : before));
    addEventListener(PHONE_CHANGED, look);
    return () => removeEventListener(PHONE_CHANGED, look);
  }, [userId]);

  const turnOn = async () => {
    const permission = await Notification.requestPermission();
    if (permission === 'denied') return setState('denied');
    if (permission === 'default') return setFailure(words.dismissed);
    const { key } = await askKey().unwrap();
    const subscription = await subscribe(key, keptPhone(userId) !== undefined);
    try {
      await keep(subscription);
    } catch (error) {
      await subscription.unsubscribe().catch(() => false);
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
    const isOn = state === 'on';
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

/** The server's reason, or that of the network; the browser's own is in no language for people. */
function whyNot(error: unknown, text: string): string {
  return error instanceof Error ? text : `${text} ${problemOf(error).message}`;
}
