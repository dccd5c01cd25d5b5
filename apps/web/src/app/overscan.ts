/** Percent of each side. A larger border would make the figures smaller. */
const MOST = 5;

/**
 * How much the television cuts off, in percent of each side, as the board's address says: `/public-view/<id>?overscan=2.5`.
 * For televisions on which this can't be switched off.
 */
export function overscanIn(search: string): string {
  const percent = Number(new URLSearchParams(search).get('overscan'));
  return `${percent > 0 ? Math.min(MOST, percent) : 0}`;
}
