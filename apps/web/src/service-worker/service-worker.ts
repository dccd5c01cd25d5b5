import { openAlarm, showAlarm } from './alarms.js';
import { page } from './board-page.js';
import { ad, picture } from './kept-media.js';
import { isBoard } from './precached.js';
import { forgetOldReleases, installed, pageShows, shellFor } from './releases.js';
import { isShellFile, keepShell, shellFile } from './shell.js';
import { keepUsed } from './used-files.js';

declare const self: ServiceWorkerGlobalScope;

const ADS = /^(\/api)?\/media\/ads\//;
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
  event.waitUntil(forgetOldReleases().then(() => self.clients.claim()));
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
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (ADS.test(pathname)) {
    event.respondWith(ad(request));
  } else if (request.headers.has('range')) {
    return;
  } else if (request.mode === 'navigate') {
    if (isBoard(pathname)) event.respondWith(board(event));
  } else if (isShellFile(pathname)) {
    event.respondWith(shellFile(request, (work) => event.waitUntil(work)));
  } else if (PICTURES.test(pathname) && request.destination === 'image') {
    event.respondWith(picture(event));
  }
});

async function board(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const extend = (work: Promise<unknown>) => event.waitUntil(work);
  const shell = await shellFor(extend).catch(() => undefined);
  return shell ? page(request, shell, extend) : fetch(request);
}
