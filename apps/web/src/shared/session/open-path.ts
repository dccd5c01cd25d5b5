/** What the service worker tells an open page of the portal: where an alarm leads. */
const OPEN_PATH = 'open-path';

interface OpenPath {
  readonly type: typeof OPEN_PATH;
  readonly path: string;
}

interface OpenWindow {
  readonly url: string;
  postMessage(message: unknown): void;
}

/**
 * Leads the window that has the page of this path or one beneath it open to the part that the path names. Undefined where there is
 * none. The page goes there itself, because a worker can't lead a window that it doesn't control.
 */
export function leadTo<W extends OpenWindow>(path: string, origin: string, windows: readonly W[]): W | undefined {
  const { pathname } = new URL(path, origin);
  const openAt = (is: (shown: string) => boolean) => windows.find(({ url }) => is(new URL(url).pathname));
  const open = openAt((shown) => shown === pathname) ?? openAt((shown) => shown.startsWith(`${pathname}/`));
  const message: OpenPath = { type: OPEN_PATH, path };
  open?.postMessage(message);
  return open;
}

/** The path, where it is such a message; other releases and other scripts may send others. */
export function openPathIn(message: unknown): string | undefined {
  const { type, path } = (message ?? {}) as Partial<OpenPath>;
  return type === OPEN_PATH && typeof path === 'string' && path.startsWith('/') ? path : undefined;
}
