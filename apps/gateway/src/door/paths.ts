/** Every API path answers below this prefix too, from the same routes (rule 1.1). */
const API_PREFIX = /^\/api(?=\/|$|\?)/;

const PUBLIC_READS = new RegExp(
  `^(?:/api)?/(?:${[
    'prices/(?:user/[^/?]+|detailed|import-duty|settings/public-view-enabled)',
    'settings/maintenance',
    'user/(?:dashboard|custom-tables/public)/[^/?]+',
    'advertisements/public/[^/?]+',
    'boards/[^/?]+/events',
  ].join('|')})/?(?:\\?|$)`,
);

const FILES =
  /^(?:\/api)?\/media\/|^\/(?:(?:assets|brand|docs)(?:\/|$|\?)|(?:sw\.js|manifest\.webmanifest|favicon\.svg|robots\.txt)(?:\?|$))/;

/** A `GET` that accepts HTML is a page, outside these (rule 1.2). */
const NO_PAGES = /^\/(?:api|media|docs|health)(?:\/|$|\?)/;

/** What every board polls or streams, with or without the prefix. */
export function isPublicRead(url: string): boolean {
  return PUBLIC_READS.test(url);
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
