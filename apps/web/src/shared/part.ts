import { isSomethingTyped } from './typed.js';

/** When a part is missing twice within this time, a new release isn't the cause. */
const AGAIN_AFTER_MS = 60_000;
const RELOADED_AT = 'sarafa.reloadedAt';

/**
 * Loads a part of the portal or of a board when it is needed. After a new release the server may no longer have the part; then the page is
 * reloaded, unless something is typed or a reload was just tried. Rejects when a person has to decide.
 */
export async function part<T>(load: () => Promise<T>, reload: () => void = () => location.reload()): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isSomethingTyped() || hasJustReloaded() || !(await serverAnswers())) throw error;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    reload();
    // Never resolves, so that nothing is rendered before the reload.
    return new Promise<T>(() => undefined);
  }
}

function hasJustReloaded(): boolean {
  return Math.abs(Date.now() - Number(sessionStorage.getItem(RELOADED_AT))) < AGAIN_AFTER_MS;
}

/** A reload while the server can't be reached would end in the browser's error page. */
function serverAnswers(): Promise<boolean> {
  return fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
