/** The connection's name: services of one process must not share Mongoose's default connection. */
export const SETTINGS_DB = 'settings';

export const SETTINGS_CONFIG = Symbol('settings configuration');
