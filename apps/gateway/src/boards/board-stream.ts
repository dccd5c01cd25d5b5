import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * A stream with this much unread data belongs to a screen that is gone. If it isn't, the board reconnects and starts with the
 * whole state.
 */
const MAX_UNREAD_BYTES = 256 * 1024;

/** The open stream of one screen. All frames are ASCII. */
export class BoardStream {
  constructor(
    private readonly response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ) {
    // Without chunks an event is one write instead of three; the body ends with the connection.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, headers);
  }

  /** Sends the first frames together with the head, before any others. */
  start(frames: string): void {
    this.response.write(frames, 'latin1');
  }

  /** Writes to the socket directly, because a response would cork the socket at each write and uncork it in a later turn. */
  write(frames: string | Buffer): void {
    const { socket } = this.response;
    // The response still waits behind an earlier answer on the same connection.
    if (!socket) this.response.write(frames, 'latin1');
    else if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else if (socket.writable) socket.write(frames, 'latin1');
  }

  end(frames: string): void {
    this.response.end(frames, 'latin1');
  }
}
