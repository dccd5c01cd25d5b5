/** The shop's id in `/public-view/<id>`; empty when there is none. */
export function boardIdIn(pathname: string): string {
  return /^\/public-view\/([^/]+)/.exec(pathname)?.[1] ?? '';
}
