import type { AccountRole } from '@sarafa/contracts';
import { START } from '../shared/links.js';
import { isPortal, PORTAL_CACHE } from '../shared/kept/portal-cache.js';
import { filesIn, isOurs } from '../shared/release/server-page.js';

/** By then the page has what it needs itself. */
const QUIET_MS = 2_000;
/** During a rollout another replica may have another release; without a network there is nothing to be kept. */
const AGAIN_MS = 10 * 60_000;
/** The poster takes the place of the background's film. */
const FILM = /\.(mp4|webm)$/;

/**
 * Keeps the page and the built files that it loads, so that it opens without a network. The result ends that. Only shops get a
 * worker by it; an admin's device may have one.
 */
export function keepPortal(role: AccountRole): () => void {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return () => undefined;
  const files = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(role, files).catch(() => soon(AGAIN_MS)), ms);
  };
  const observer = new PerformanceObserver((list) => {
    const paths = list.getEntries().map(({ name }) => name.replace(location.origin, ''));
    const added = paths.filter((path) => path.startsWith('/assets/') && !FILM.test(path) && !files.has(path));
    for (const path of added) files.add(path);
    if (added.length > 0) soon(QUIET_MS);
  });
  observer.observe({ type: 'resource', buffered: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

async function keep(role: AccountRole, files: ReadonlySet<string>): Promise<void> {
  const { serviceWorker } = navigator;
  const worker = await (role === 'user' ? serviceWorker.register('/sw.js') : serviceWorker.getRegistration());
  if (!worker) return;
  // A full disk must not take the page, nor a shop's estimates, which are nowhere else. Firefox asks the person, for whom nothing waits.
  if (role === 'user') void navigator.storage?.persist?.().catch(() => false);
  const page = await fetch(START, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  const text = await page.clone().text();
  // Of the body nothing is left: the app has taken its place.
  const [head = ''] = text.split('</head>');
  if (!page.ok || !isPortal(text) || filesIn(head).join() !== filesIn(document.head.outerHTML).join())
    throw new Error('The page is of another release');
  const cache = await caches.open(PORTAL_CACHE);
  const paths = [...new Set([...files, ...filesIn(text)])];
  for (const path of paths) if (!(await cache.match(path))) await add(cache, path);
  const before = await (await cache.match(START))?.text();
  if (before === text) return;
  // The last, so that the page of a release is kept with all of its files or not at all.
  await cache.put(START, page);
  const old = (await cache.keys()).filter(({ url }) => ![START, ...paths].includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function add(cache: Cache, path: string): Promise<void> {
  const file = await fetch(path);
  if (!isOurs(file)) throw new Error(`No file at ${path}: ${file.status}`);
  await cache.put(path, file);
}
