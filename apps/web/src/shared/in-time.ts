/** Longer than a slow television needs to find a file that it keeps. */
const STORAGE_MS = 3_000;
/** After a storage has kept one waiting, so that a page that needs it twenty times doesn't wait each time. */
const AGAIN_MS = 250;
/** Where nothing else has what is wanted, as without a network. */
export const NOTHING_ELSE_MS = 20_000;

let isSlow = false;

/**
 * What `work` finds in the browser's storage; nothing if it fails, as on a full or broken disk, or isn't done after some seconds:
 * a broken storage may leave a request open for good. No page and no rate may wait for it longer.
 */
export async function inTime<T>(work: Promise<T>, ms = isSlow ? AGAIN_MS : STORAGE_MS): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => {
      isSlow = true;
      done(undefined);
    }, ms);
  });
  const found = work.then(
    (value) => {
      isSlow = false;
      return value;
    },
    () => undefined,
  );
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
