import type { AccountRole } from '@sarafa/contracts';
import type { AlarmPaths } from './alarm-reader.js';

export const LOGIN = '/login';
export const ADMIN = '/admin';
/** Where the QR code of a TV leads, with the code as `?code=` (rule 14.1). */
export const CLAIM = '/screens/claim';
/** What is typed on a TV. */
export const TV = '/tv';
/** Where an installed dashboard starts: leads whoever is signed in to their own page, and by `?to=` further. */
export const START = '/user-dashboard';
/** The parts of a shop's dashboard that its bar leads to, in the order of the page. */
export const DASHBOARD_PARTS = ['rates', 'ads', 'settings'] as const;
/** Where a shop holds its rates. */
export const HOLD_PART = 'hold';
/** The part of a shop's dashboard with its screens. */
export const SCREENS_PART = 'screens';

export const RATE_LISTS = `${ADMIN}/rate-lists`;
/** Where alarms lead on an admin's device, which gets none of screens. */
export const ADMIN_ALARMS = { path: RATE_LISTS, lists: RATE_LISTS };
/** The part of a shop's dashboard with the rates that it sets itself. */
export const OWN_LIST_PART = 'own-list';

export function publicViewPath(id: string): string {
  return `/public-view/${id}`;
}

export function shopDashboardPath(id: string): string {
  return `${START}/${id}`;
}

/** Where alarms lead on a shop's device. */
export function shopAlarms(id: string): AlarmPaths {
  const dashboard = shopDashboardPath(id);
  return { path: `${dashboard}#${SCREENS_PART}`, lists: `${dashboard}#${OWN_LIST_PART}` };
}

/** Where a shop works out what pieces come to. */
export function estimatePath(id: string): string {
  return `${shopDashboardPath(id)}/estimate`;
}

/** Where a shop shares its rate card. */
export function cardPath(id: string): string {
  return `${shopDashboardPath(id)}/card`;
}

/** Where somebody sees the screens: a shop its own, an admin all. */
export function screensPath({ role, userId }: { role: AccountRole; userId: string }): string {
  return role === 'admin' ? `${ADMIN}/screens` : shopAlarms(userId).path;
}
