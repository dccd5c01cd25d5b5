/** Pictures of shops, kept by all releases. */
export const MEDIA_CACHE = 'sarafa-media';
/** Followed by a shop's id: the ads of its board, as whole files. */
export const ADS_CACHE_PREFIX = 'sarafa-ads-';
/** Followed by a release's name: the board's own files. */
export const SHELL_CACHE_PREFIX = 'sarafa-board-';
/** Followed by a release's name: a second copy of its scripts. */
export const SPARE_CACHE_PREFIX = 'sarafa-spare-';
/** The state of the releases of the board. */
export const RELEASES_CACHE = 'sarafa-releases';
