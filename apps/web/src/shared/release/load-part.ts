import { pageIsThere, renewScripts } from './server-page.js';
import { isSomethingTyped } from '../typed.js';

/**
 * When a part is missing twice within this time, a new release isn't the cause, and the page isn't reloaded again. One that hasn't
 * come by then counts as missing.
 */
const AGAIN_AFTER_MS = 5 * 60_000;
/** The pause after the first failure. It doubles with each further one, up to `AGAIN_AFTER_MS`. */
const RETRY_MS = 10_000;
const RELOADED_AT = 'sarafa.reloadedAt';

/**
 * Loads a part of the portal or of a board when it is needed. After a new release the server may no longer have the part; then
 * the page is reloaded, unless something is typed or a reload was just tried. Rejects when a person has to decide.
 */
export async function loadPart<T>(load: () => Promise<T>, reload: () => void = () => location.reload()): Promise<T> {
  try {
    // A connection that is never answered would leave a TV at its loading screen for good.
    return await Promise.race([load(), new Promise<never>((_, fail) => setTimeout(fail, AGAIN_AFTER_MS, Error('late')))]);
  } catch (error) {
    if (isSomethingTyped() || !(await pageIsThere())) throw error;
    await renewScripts();
    // Last, because it counts as a reload.
    if (!mayReload()) throw error;
    reload();
    // Never resolves, so that nothing is rendered before the reload.
    return new Promise<T>(() => undefined);
  }
}

/**
 * Loads a part until it is there, and hands it to `use`. The result ends that. Chromium 79 never asks again for a script that has
 * failed once, so only a reload of the page helps there.
 */
export function loadPartInTime<T>(load: () => Promise<T>, use: (loaded: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let retryMs = RETRY_MS;
  const ask = () =>
    loadPart(load).then(
      (loaded) => {
        if (!isOver) use(loaded);
      },
      () => {
        if (!isOver) timer = setTimeout(() => void ask(), retryMs);
        retryMs = Math.min(AGAIN_AFTER_MS, 2 * retryMs);
      },
    );
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Where the storage is full or forbidden, a page that is there by a reload isn't loaded again. */
function mayReload(): boolean {
  try {
    if (Math.abs(Date.now() - Number(sessionStorage.getItem(RELOADED_AT))) < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.type !== 'reload';
  }
}
