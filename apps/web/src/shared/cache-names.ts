/** Pictures of shops, kept across releases. */
export const MEDIA_CACHE = 'sarafa-media';
/** Before a release's version: the board's own files. */
export const SHELL_CACHE_PREFIX = 'sarafa-board-';
