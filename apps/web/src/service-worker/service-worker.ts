import { inTime, ofWindows } from '../shared/requests/in-time.js';
import { openAlarm, showAlarm } from './alarms.js';
import { page } from './board-page.js';
import { ad, picture } from './kept-media.js';
import { isPortalPath, portalPage } from './portal-page.js';
import { isBoard } from './precached.js';
import { forgetOldReleases, installed, pageShows, shellFor } from './releases.js';
import { isShellFile, keepShell, shellFile } from './shell.js';
import { keepUsed } from './used-files.js';

declare const self: ServiceWorkerGlobalScope;

const ADS = /^(\/api)?\/media\/ads\//;
/** What people type for `/tv`. The server leads there too, as long as there is one. */
const TV_AS_TYPED = /^\/tv\/?$/i;
const PICTURES = /^(\/api)?\/(media|brand)\//;

self.addEventListener('install', (event) => {
  // The newest worker becomes active at once. Which release a board gets is decided at its next load.
  event.waitUntil(
    keepShell()
      .then(installed)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  // Until this is over, the browser lets no page of this worker ask for anything.
  event.waitUntil(inTime(forgetOldReleases()).then(() => ofWindows(self.clients.claim())));
});

self.addEventListener('message', (event) => {
  const { type, release, shows, shop, files } = (event.data ?? {}) as Record<string, unknown>;
  if (typeof release !== 'string') return;
  if (type === 'board-uses' && Array.isArray(files)) event.waitUntil(keepUsed(release, files.map(String)));
  if (type !== 'board-shows') return;
  if (shows === 'rates' || shows === 'notice' || shows === 'kept') {
    event.waitUntil(pageShows(release, shows, typeof shop === 'string' ? shop : undefined));
  }
});

self.addEventListener('push', (event) => event.waitUntil(showAlarm(event.data)));

self.addEventListener('notificationclick', (event) => event.waitUntil(openAlarm(event.notification)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const extend = (work: Promise<unknown>) => event.waitUntil(work);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (ADS.test(pathname)) {
    event.respondWith(ad(request));
  } else if (request.headers.has('range')) {
    return;
  } else if (request.mode === 'navigate') {
    if (isBoard(pathname)) event.respondWith(page(request, (isLate) => shellFor(extend, isLate), extend));
    else if (TV_AS_TYPED.test(pathname)) event.respondWith(atTv(request));
    else if (isPortalPath(pathname)) event.respondWith(portalPage(request, extend));
  } else if (isShellFile(pathname)) {
    event.respondWith(shellFile(request, extend));
  } else if (PICTURES.test(pathname) && request.destination === 'image') {
    event.respondWith(picture(event));
  }
});

async function atTv({ url }: Request): Promise<Response> {
  return Response.redirect(Object.assign(new URL(url), { pathname: '/tv' }));
}
