import { notifyDone, notifyFailed } from './notices.js';
import { portalTexts } from './texts/portal-texts.js';

/** After a failure the link itself is shown, so that it can be copied by hand. */
export async function copyLink(link: string, done: string, failed: string): Promise<void> {
  if (await isCopied(link)) notifyDone(done);
  else notifyFailed(failed, `${portalTexts.list.copyByHand} ${link}`);
}

/** After a failure what couldn't be copied still stands on the page. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  if (await isCopied(text)) notifyDone(done);
  else notifyFailed(failed);
}

async function isCopied(text: string): Promise<boolean> {
  // Undefined on pages without TLS, although the types say otherwise.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return isCopiedBySelecting(text);
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** The old way of copying, which browsers also allow without TLS. */
function isCopiedBySelecting(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
