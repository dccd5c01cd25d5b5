import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { takenSockets } from '../edge/taken-sockets.js';

/**
 * A stream with this much unread data belongs to a screen that is gone. If it isn't, the board reconnects and starts with the
 * whole state.
 */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * The open stream of one screen. All frames are ASCII. The stream is open for weeks, so it takes over the socket and lets go of the
 * response, which with its head takes 2 KB.
 */
export class StreamSocket {
  private constructor(
    private readonly socket: Socket,
    private head: string,
  ) {}

  /**
   * Undefined where the client has left. A connection that still owes an earlier answer ends: frames of the stream would gather here
   * for as long as the client doesn't read that answer. Browsers wait for an answer before they ask for more.
   */
  static take(response: ServerResponse, headers: OutgoingHttpHeaders): StreamSocket | undefined {
    const { socket } = response;
    if (!socket || response.destroyed) {
      response.req.socket.destroy();
      return undefined;
    }
    response.detachSocket(socket);
    takenSockets.add(socket);
    return new StreamSocket(socket, headText(headers));
  }

  /** Calls `listener` once the screen has left. */
  onClose(listener: () => void): void {
    this.socket.once('close', listener);
  }

  /** Sends the first frames together with the head, before any others. */
  start(frames: string): void {
    this.send(this.head + frames);
    this.head = '';
  }

  write(frames: string | Buffer): void {
    if (this.socket.writableLength > MAX_UNREAD_BYTES) this.socket.destroy();
    else this.send(frames);
  }

  end(frames: string): void {
    this.socket.end(frames, 'latin1');
  }

  /** Past the response, because a response would cork the socket at each write and uncork it in a later turn. */
  private send(frames: string | Buffer): void {
    if (this.socket.writable) this.socket.write(frames, 'latin1');
  }
}

/** As node:http writes the head of a body that ends with its connection. */
function headText(headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n`;
}
