/**
 * Whether the device turns video by CSS, as its board's address says it: `/public-view/<id>?video=turned`. Some televisions
 * don't, so that by itself a video of a vertical board lies as the panel does (rule 8.5).
 */
export function turnsVideoIn(search: string): boolean {
  return new URLSearchParams(search).get('video') === 'turned';
}
