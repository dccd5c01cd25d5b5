import type { Socket } from 'node:net';

/** The sockets that carry a stream until they close. An answer to another request would get among the stream's events. */
export const takenSockets = new WeakSet<Socket>();
