/**
 * Whether a board's address says that the board is on a TV: `/public-view/<id>?tv`. For TVs that can't be distinguished from a
 * phone: a small or upright panel whose remote is a pointer, or a box that pretends to have a touch screen.
 */
export function isOpenedAsTv(search: string): boolean {
  return new URLSearchParams(search).has('tv');
}
