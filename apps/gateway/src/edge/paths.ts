/** Every API path also answers below this prefix, from the same route (rule 1.1). */
const API_PREFIX = /^\/api(?=\/|$|\?)/;

const FILES =
  /^(?:\/api)?\/media\/|^\/(?:(?:assets|brand|docs)(?:\/|$|\?)|(?:sw\.js|manifest\.webmanifest|dashboard\.\w+\.webmanifest|favicon\.svg|robots\.txt)(?:\?|$))/;

/** A `GET` that accepts HTML is a page, except below these paths (rule 1.2): customers open the picture of a card by its address. */
const NO_PAGES = /^\/(?:(?:api|media|docs|health)(?:\/|$|\?)|user\/rate-card\/)/;

/** The addresses of routes such as `/prices/user/:id`, with and without the prefix, a slash at the end and a query. */
export function addressesOf(paths: readonly string[]): RegExp {
  const any = paths.map((path) => path.replaceAll(/:\w+/g, '[^/?]+')).join('|');
  return new RegExp(`^(?:/api)?(?:${any})/?(?:\\?|$)`);
}

export function isFile(url: string): boolean {
  return FILES.test(url);
}

export function isPage(url: string, accept: string | undefined): boolean {
  return (accept?.includes('text/html') ?? false) && !NO_PAGES.test(url);
}

/** `/api/prices/detailed` -> `/prices/detailed` */
export function withoutPrefix(url: string): string {
  if (!url.startsWith('/api')) return url;
  const path = url.replace(API_PREFIX, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const PAIRING = /^\/screens\/pairings\/[^/]+/;

/** The path of an address without a prefix, as it may be logged: without the secret of a TV that waits for its shop. */
export function loggedPath(url: string): string {
  return url.split('?')[0]!.replace(PAIRING, '/screens/pairings/…');
}
