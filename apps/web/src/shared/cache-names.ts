/** Pictures of shops, kept across releases. */
export const MEDIA_CACHE = 'sarafa-media';
/** Before a shop's id: the ads of its board, whole files. */
export const ADS_CACHE_PREFIX = 'sarafa-ads-';
/** Before a release's version: the board's own files. */
export const SHELL_CACHE_PREFIX = 'sarafa-board-';
/** How releases of the board follow each other. */
export const RELEASES_CACHE = 'sarafa-releases';
