import { alarmNotice } from '../shared/alarm-notice.js';
import { readAlarmReader } from '../shared/alarm-reader.js';
import { ofWindows } from '../shared/requests/in-time.js';
import { leadTo } from '../shared/session/open-path.js';

declare const self: ServiceWorkerGlobalScope;

/** Shows what has come by Web Push: about a screen (rule 14.10), a rate list (rule 3.24) or a rate card (rule 11.18). */
export async function showAlarm(data: PushMessageData | null): Promise<void> {
  const { title, options } = alarmNotice(messageIn(data), await readAlarmReader());
  await self.registration.showNotification(title, options);
}

/** Leads from an alarm to the page that it is about: in the window that has the dashboard open, else in a new one. */
export async function openAlarm(notification: Notification): Promise<void> {
  notification.close();
  const path = String(notification.data ?? '/');
  const windows = await ofWindows(self.clients.matchAll({ type: 'window', includeUncontrolled: true }));
  const open = windows && leadTo(path, self.location.origin, windows);
  const shown = open && (await ofWindows(open.focus()));
  if (!shown) await self.clients.openWindow(path);
}

function messageIn(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}
