import { answerText } from './requests/answers.js';
import { say } from './language/page-language.js';
import { portalTexts } from './texts/portal-texts.js';

/** '<browser> on <system>' in the language of the page. */
export function deviceText(device: string): string {
  const [browser = '', system] = device.split(' on ');
  return system ? say(portalTexts.account.device, { browser, system }) : answerText(device);
}
