/** The connection's name: services of one process must not share Mongoose's default connection. */
export const PRICING_DB = 'pricing';

/** A zod schema can't be an injection token, so the parsed configuration has its own. */
export const PRICING_CONFIG = Symbol('pricing configuration');
