/** Percent of each side. A larger border would make the figures smaller. */
const MOST_OVERSCAN = 5;

/** The shop's id in `/public-view/<id>`; empty when there is none. */
export function boardIdIn(pathname: string): string {
  return /^\/public-view\/([^/]+)/.exec(pathname)?.[1] ?? '';
}

/**
 * Whether a board's address says that the board is on a TV: `/public-view/<id>?tv`. For TVs that can't be distinguished from a
 * phone: a small or upright panel whose remote is a pointer, or a box that pretends to have a touch screen.
 */
export function isOpenedAsTv(search: string): boolean {
  return new URLSearchParams(search).has('tv');
}

/**
 * How much the television cuts off, in percent of each side, as the board's address says: `/public-view/<id>?overscan=2.5`.
 * For televisions on which this can't be switched off.
 */
export function overscanIn(search: string): string {
  const percent = Number(new URLSearchParams(search).get('overscan'));
  return `${percent > 0 ? Math.min(MOST_OVERSCAN, percent) : 0}`;
}

/**
 * Whether the device can turn video by CSS, as the board's address says: `/public-view/<id>?video=turned`. Some televisions
 * can't, so by default the video of a vertical board isn't turned (rule 8.5).
 */
export function turnsVideoIn(search: string): boolean {
  return new URLSearchParams(search).get('video') === 'turned';
}
