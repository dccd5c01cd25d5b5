import { texts } from '@sarafa/contracts';
import { UAParser } from 'ua-parser-js';

const MAX = 80;
/** Names that people know otherwise. */
const KNOWN_AS: Readonly<Record<string, string>> = { 'Mobile Safari': 'Safari', 'Mac OS': 'macOS', 'Chromium OS': 'ChromeOS' };

/** '<browser> on <system>' without versions, of a `User-Agent`. */
export function deviceName(userAgent: string | undefined): string {
  const { browser, os } = new UAParser(userAgent ?? '').getResult();
  if (!browser.name || !os.name) return texts.login.unknownDevice;
  return `${shown(browser.name)} on ${shown(os.name)}`.slice(0, MAX);
}

function shown(name: string): string {
  return KNOWN_AS[name] ?? name;
}
