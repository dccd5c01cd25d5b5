import { isSomethingTyped } from './typed.js';

/** Twice within this time, and it isn't a release that keeps the part from coming. */
const AGAIN_AFTER_MS = 60_000;
const RELOADED_AT = 'sarafa.reloadedAt';

/**
 * A part of the portal that is loaded when it is needed. After a newer release the server may have it no more: the page is
 * then loaded anew by itself, unless something is typed or that was just tried. Rejects where somebody has to decide.
 */
export async function part<T>(load: () => Promise<T>, reload: () => void = () => location.reload()): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isSomethingTyped() || hasJustReloaded() || !(await serverAnswers())) throw error;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    reload();
    // Nothing is shown any more before the page is a new one.
    return new Promise<T>(() => undefined);
  }
}

function hasJustReloaded(): boolean {
  return Math.abs(Date.now() - Number(sessionStorage.getItem(RELOADED_AT))) < AGAIN_AFTER_MS;
}

/** A page that is loaded anew while nobody answers is the browser's error page. */
function serverAnswers(): Promise<boolean> {
  return fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
