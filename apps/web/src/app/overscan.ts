/** Percent of the short side. A larger border would make the figures smaller. */
const MOST = 5;

/**
 * The width of the border that the television cuts off, as the board's address gives it: `/public-view/<id>?overscan=2.5`. A
 * CSS length. For televisions on which this can't be switched off.
 */
export function overscanIn(search: string): string {
  const percent = Number(new URLSearchParams(search).get('overscan'));
  return `${percent > 0 ? Math.min(MOST, percent) : 0}vmin`;
}
