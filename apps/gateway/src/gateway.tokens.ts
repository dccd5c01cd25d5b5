/** Injection token of the door for the public reads and the boards' streams. */
export const HOT_DOOR = Symbol('hot door');

export const GATEWAY_CONFIG = Symbol('gateway configuration');
