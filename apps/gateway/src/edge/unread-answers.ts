import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { takenSockets } from './taken-sockets.js';

/** How often connections are looked at within the time that an answer may lie unread. */
const LOOKS = 4;

/**
 * Ends connections on which an answer lies unread without a byte that moves, because such an answer is held in memory. Node has a
 * timer for this, which is set here only where it is needed: `server.timeout` would set it anew for each read, at 5 % of the read's
 * processor time. By that timer a write of which a part was taken at once moves, so the end may take twice as long. What lies unread
 * of a stream has a limit of its own.
 */
export function endUnreadAnswers(server: Server, unreadMs: number): void {
  const open = new Set<Socket>();
  function closed(this: Socket): void {
    open.delete(this);
  }
  server.on('connection', (socket) => open.add(socket.once('close', closed)));
  const look = () => {
    for (const socket of open) {
      if (takenSockets.has(socket) || socket.writableLength > 0 === (socket.timeout === unreadMs)) continue;
      socket.setTimeout(socket.writableLength > 0 ? unreadMs : 0);
    }
  };
  const looking = setInterval(look, unreadMs / LOOKS).unref();
  server.once('close', () => clearInterval(looking));
}
