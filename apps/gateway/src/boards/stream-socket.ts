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
  /** Undefined while the response waits behind an earlier answer on the same connection. */
  private readonly socket: Socket | undefined;
  /** Only without a socket of its own. */
  private readonly response: ServerResponse | undefined;
  private head: string;

  constructor(response: ServerResponse, headers: OutgoingHttpHeaders) {
    const { socket } = response;
    if (socket) {
      response.detachSocket(socket);
      takenSockets.add(socket);
      this.socket = socket;
      this.head = headText(headers);
    } else {
      // Without chunks an event is one write instead of three; the body ends with the connection.
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, headers);
      this.response = response;
      this.head = '';
    }
  }

  /** Calls `listener` once the screen has left. */
  onClose(listener: () => void): void {
    (this.socket ?? this.response!).once('close', listener);
  }

  /** Sends the first frames together with the head, before any others. */
  start(frames: string): void {
    this.send(this.head + frames);
    this.head = '';
  }

  write(frames: string | Buffer): void {
    const socket = this.socket ?? this.response!.socket;
    if (socket && socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else this.send(frames);
  }

  end(frames: string): void {
    if (this.socket) this.socket.end(frames, 'latin1');
    else this.response!.end(frames, 'latin1');
  }

  /** Past the response, because a response would cork the socket at each write and uncork it in a later turn. */
  private send(frames: string | Buffer): void {
    const socket = this.socket ?? this.response!.socket;
    if (!socket) this.response!.write(frames, 'latin1');
    else if (socket.writable) socket.write(frames, 'latin1');
  }
}

/** As node:http writes the head of a body that ends with its connection. */
function headText(headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n`;
}
