/** Percent of the short side; more would cost figures, not a border. */
const MOST = 5;

/**
 * The border that a television cuts off and doesn't let one switch off, as its board's address says it:
 * `/public-view/<id>?overscan=2.5`. A CSS length.
 */
export function overscanIn(search: string): string {
  const percent = Number(new URLSearchParams(search).get('overscan'));
  return `${percent > 0 ? Math.min(MOST, percent) : 0}vmin`;
}
