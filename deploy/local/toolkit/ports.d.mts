/** A free port of loopback, below 32768. */
export function freePort(): Promise<number>;
/** Whether something listens on this port of loopback. */
export function listens(port: number): Promise<boolean>;
