/** The connection's name: services of one process must not share Mongoose's default connection. */
export const AUTH_DB = 'auth';

export const AUTH_CONFIG = Symbol('auth configuration');
