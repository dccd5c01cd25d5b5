import { Strategy } from 'workbox-strategies/Strategy.js';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js';
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js';
import { createPartialResponse } from 'workbox-range-requests/createPartialResponse.js';
import { fetchFile } from '../shared/requests/fetch-file.js';
import { isOurs } from '../shared/release/server-page.js';
import { keptOr } from './kept-or.js';
import { precached } from './precached.js';

/** A network that first asks for a sign-in answers with 200 and a page of its own, which would be kept for good. */
const onlyPictures = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (isPicture(response) ? response : null),
  // A worker of an earlier release has kept whatever came with 200, and a board may have kept such a page as its logo.
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response }) =>
    cachedResponse && isPicture(cachedResponse) ? cachedResponse : undefined,
};

/** Workbox's own would wait for a storage that never answers. */
class KeptFirst extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return keptOr(handler.cacheMatch(request), async () => {
      const answer = await fetchFile(request, isPicture);
      void handler.waitUntil(handler.cachePut(request, answer.clone()));
      return answer;
    });
  }
}

/**
 * An uploaded picture never changes under one address. It is cached after the answer, so that a full disk costs the copy and
 * never the picture.
 */
const pictures = new KeptFirst({
  cacheName: precached.mediaCache,
  plugins: [onlyPictures, new ExpirationPlugin({ maxEntries: 12, purgeOnQuotaError: true })],
});

export function picture(event: FetchEvent): Promise<Response> {
  return pictures.handle({ event, request: event.request });
}

function isPicture({ status, headers }: Response): boolean {
  return status === 200 && /^image\//i.test(headers.get('content-type') ?? '');
}

let lastAd: { readonly url: string; readonly file: Blob } | undefined;

/**
 * Answers a kept ad from the cache and any other ad from the network. Browsers ask for videos in byte ranges, and only whole
 * files can be cached.
 */
export function ad(request: Request): Promise<Response> {
  return keptOr(keptAd(request), () => (request.headers.has('range') ? partOfAd(request) : fetchFile(request, isOurs)));
}

/**
 * With a signal of ours a request would lose its range, but for this mode. The answer is one without an address, as parts of a kept
 * ad are: a page that got parts of both kinds would never play the film again.
 */
async function partOfAd(request: Request): Promise<Response> {
  const answer = await fetchFile(request, isOurs, { mode: 'same-origin' });
  return new Response(answer.body, answer);
}

async function keptAd(request: Request): Promise<Response | undefined> {
  const isPart = request.headers.has('range');
  if (isPart && lastAd?.url === request.url) return rangeOf(request, lastAd.file);
  const kept = await wholeAd(request.url);
  if (!kept || !isPart) return kept;
  const file = await kept.blob();
  lastAd = { url: request.url, file };
  return rangeOf(request, file);
}

function rangeOf(request: Request, file: Blob): Promise<Response> {
  const headers = { 'content-type': file.type, 'accept-ranges': 'bytes' };
  return createPartialResponse(request, new Response(file, { headers }));
}

async function wholeAd(url: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(precached.adsCachePrefix)) continue;
    const kept = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}
