/** Longer than a slow television needs to find a file that it keeps. */
const STORAGE_MS = 3_000;
/** After a storage has kept one waiting, so that a page that needs it twenty times doesn't wait each time. */
const AGAIN_MS = 250;
/** Where nothing else has what is wanted, as without a network. */
export const NOTHING_ELSE_MS = 20_000;
/** How long a worker waits for the browser's windows, however fast the storage is. */
const WINDOWS_MS = 3_000;

let isSlow = false;

/**
 * What `work` finds in the browser's storage; nothing if it fails, as on a full or broken disk, or isn't done after some seconds:
 * a broken storage may leave a request open for good. No page and no rate may wait for it longer.
 */
export function inTime<T>(work: Promise<T>, ms = isSlow ? AGAIN_MS : STORAGE_MS): Promise<T | undefined> {
  work.then(
    () => (isSlow = false),
    () => undefined,
  );
  return within(work, ms, () => (isSlow = true));
}

/** What a worker's `work` with the browser's windows results in; nothing if it fails, or isn't done after some seconds. */
export function ofWindows<T>(work: Promise<T>): Promise<T | undefined> {
  return within(work, WINDOWS_MS);
}

function within<T>(work: Promise<T>, ms: number, late?: () => void): Promise<T | undefined> {
  return new Promise((done) => {
    const timer = setTimeout(() => {
      late?.();
      done(undefined);
    }, ms);
    const found = (value?: T) => {
      clearTimeout(timer);
      done(value);
    };
    work.then(found, () => found());
  });
}
