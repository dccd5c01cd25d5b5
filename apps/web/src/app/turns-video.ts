/**
 * Whether the device can turn video by CSS, as the board's address says: `/public-view/<id>?video=turned`. Some televisions
 * can't, so by default the video of a vertical board isn't turned (rule 8.5).
 */
export function turnsVideoIn(search: string): boolean {
  return new URLSearchParams(search).get('video') === 'turned';
}
