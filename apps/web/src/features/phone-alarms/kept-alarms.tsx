import type { AlarmPaths } from '../../shared/alarm-reader.js';
import { usePhoneAlarms } from './use-phone-alarms.js';

interface Props {
  /** The account's id. */
  readonly userId: string;
  readonly paths: AlarmPaths;
}

/** Tells the server of this device again after a new sign-in or password, as the page with the switch does while it is open. */
export function KeptAlarms({ userId, paths }: Props) {
  usePhoneAlarms(userId, paths);
  return null;
}
