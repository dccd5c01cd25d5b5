/** The connection's name: services of one process must not share Mongoose's default connection. */
export const MEDIA_DB = 'media';

export const MEDIA_CONFIG = Symbol('media configuration');
