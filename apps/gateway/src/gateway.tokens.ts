/** The injection token for the server of public reads and board streams. */
export const FAST_PATH = Symbol('fast path');

export const GATEWAY_CONFIG = Symbol('gateway configuration');
