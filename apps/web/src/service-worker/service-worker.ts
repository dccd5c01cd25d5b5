// Makes this file a module for the compiler, with a `self` of its own.
export {};

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build; an import would make this a module, which Chromium 79 doesn't take as a worker. */
declare const __PRECACHE__: {
  readonly shellCache: string;
  readonly shellCachePrefix: string;
  readonly mediaCache: string;
  /** Before a shop's id: its ads, which its board puts there. */
  readonly adsCachePrefix: string;
  /** The script that this release's page names. */
  readonly entry: string;
  readonly files: readonly string[];
};

const precache = __PRECACHE__;
const { shellCache, shellCachePrefix, mediaCache, adsCachePrefix } = precache;
const BOARDS = '/public-view/';
/** Every board's address answers with the same page, also one that is no shop's. */
const SHELL = `${BOARDS}board`;
const MEDIA_KEPT = 12;
const ADS = /^(\/api)?\/media\/ads\//;

self.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldReleases().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (ADS.test(url.pathname)) {
    event.respondWith(ad(request));
  } else if (request.headers.has('range')) {
    return;
  } else if (request.mode === 'navigate') {
    // The whole of one release or none: a page from the network could name files that the network then fails to give.
    if (url.pathname.startsWith(BOARDS)) event.respondWith(fromCache(shellCache, SHELL, request));
  } else if (precache.files.includes(url.pathname)) {
    event.respondWith(fromCache(shellCache, url.pathname, request));
  } else if (/^(\/api)?\/(media|brand)\//.test(url.pathname) && request.destination === 'image') {
    event.respondWith(picture(request));
  }
});

async function install(): Promise<void> {
  const shell = await fetch(SHELL, { headers: { accept: 'text/html' }, cache: 'reload' });
  // While a release rolls out, another replica may answer with another release's page.
  if (!shell.ok || !(await shell.clone().text()).includes(precache.entry)) throw new Error('The page is of another release');
  const cache = await caches.open(shellCache);
  await cache.addAll(
    precache.files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })),
  );
  await cache.put(SHELL, shell);
}

async function forgetOldReleases(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellCachePrefix) && name !== shellCache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function fromCache(name: string, key: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(key)) ?? fetch(request);
}

/** Uploaded pictures never change under one address. The oldest make room. */
async function picture(request: Request): Promise<Response> {
  const cache = await caches.open(mediaCache);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request.url, response.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -MEDIA_KEPT).map((key) => cache.delete(key)));
  }
  return response;
}

let lastAd: { readonly url: string; readonly file: Blob } | undefined;

/** A kept ad from here, any other from the network. Browsers ask for videos in ranges, and only whole files can be kept. */
async function ad(request: Request): Promise<Response> {
  const range = request.headers.get('range');
  if (range && lastAd?.url === request.url) return slice(lastAd.file, range);
  const kept = await keptAd(request.url);
  if (!kept) return fetch(request);
  if (!range) return kept;
  const file = await kept.blob();
  lastAd = { url: request.url, file };
  return slice(file, range);
}

async function keptAd(url: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(adsCachePrefix)) continue;
    const kept = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}

/** One range of RFC 9110, as media's own door answers it; anything else gets the whole. */
function slice(file: Blob, range: string): Response {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const headers = { 'content-type': file.type, 'accept-ranges': 'bytes' };
  if (!from && !to) return new Response(file, { headers });
  const first = from ? Number(from) : Math.max(0, file.size - Number(to));
  const last = from && to ? Math.min(Number(to), file.size - 1) : file.size - 1;
  if (first > last) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } });
  return new Response(file.slice(first, last + 1, file.type), {
    status: 206,
    headers: { ...headers, 'content-length': String(last - first + 1), 'content-range': `bytes ${first}-${last}/${file.size}` },
  });
}
