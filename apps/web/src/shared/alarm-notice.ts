import type { PushMessage } from '@sarafa/contracts';
import { inKolkata, kolkataDayMonth, kolkataTime } from '@sarafa/domain';
import boardHindi from '@sarafa/words/languages/hi.json' with { type: 'json' };
import english from '../languages/pages/en/notifications.json' with { type: 'json' };
import hindi from '../languages/pages/hi/notifications.json' with { type: 'json' };
import type { AlarmReader } from './alarm-reader.js';
import { START } from './links.js';

const ICON = '/brand/icon-192.png';
const PRODUCT = 'Sarafa';
/** By way of the sign-in, where that is needed. */
const CARD_START = `${START}?to=card`;

/** The `options` have `renotify`, which not every browser's types know. */
interface Notice {
  readonly title: string;
  readonly options: NotificationOptions & { readonly renotify: boolean };
}

/**
 * What a phone shows for a message about a screen, a rate list or a rate card. A message that can't be read is shown too, because browsers take the right to
 * notify away from a page that gets messages and shows nothing.
 */
export function alarmNotice(message: unknown, { language, path, lists = path }: AlarmReader): Notice {
  const words = language === 'hi' ? hindi : english;
  const about = { lang: language, icon: ICON, renotify: true, data: path };
  if (!isMessage(message)) return { title: PRODUCT, options: { ...about, tag: 'screens', body: words.unreadable } };
  const { name, since } = message;
  const time = withDay(Date.parse(since), language);
  if ('list' in message) {
    const options = { ...about, data: lists, tag: `list-${message.list}`, body: said(words.listDue, time) };
    return { title: name, options };
  }
  if ('card' in message) {
    const options = { ...about, data: CARD_START, tag: 'card', body: said(words.cardReady, time) };
    return { title: name || PRODUCT, options };
  }
  const { screen, state } = message;
  // The release of the server may be a later one than that of this worker.
  const text = state in words ? words[state] : words.offline;
  // A later message about a screen takes the place of the one before.
  return { title: name, options: { ...about, tag: `screen-${screen}`, body: said(text, time) } };
}

/**
 * `4:10 pm, 20 November` in Asia/Kolkata, as boards say it. The day is always given, because a notice may be read days after it
 * has come. Of all that boards say in Hindi only the months are built into the worker.
 */
function withDay(at: number, language: string): string {
  const time = kolkataTime(at);
  if (language !== 'hi') return `${time}, ${kolkataDayMonth(at)}`;
  const date = inKolkata(at);
  return `${date.getUTCDate()} ${boardHindi.months[date.getUTCMonth()]}, ${time}`;
}

function isMessage(message: unknown): message is PushMessage {
  if (typeof message !== 'object' || message === null) return false;
  return 'name' in message && 'since' in message && ('screen' in message || 'list' in message || 'card' in message);
}

/** A message as the build has compiled it: a text, or a list of texts and names. The only name here is that of the time. */
function said(message: string, time: string): string {
  const compiled = message as string | readonly string[];
  return typeof compiled === 'string' ? compiled : compiled.map((piece, index) => (index % 2 ? time : piece)).join('');
}
