/** Injection token of the Fastify instance that serves the public reads and the boards' streams. */
export const HOT_DOOR = Symbol('hot door');

export const GATEWAY_CONFIG = Symbol('gateway configuration');
