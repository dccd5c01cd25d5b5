import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A stream that has this much unread is a screen that is gone; the board reconnects and starts with the whole state. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** One screen's open stream. All frames are ASCII. */
export class BoardStream {
  constructor(
    private readonly response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ) {
    // Ended by its connection's end, so that an event is one write and not three with a chunk's frame.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, headers);
  }

  /** Its first frames go out with its head, and before any others. */
  start(frames: string): void {
    this.response.write(frames, 'latin1');
  }

  /** Straight to the socket: a response would cork it at each write and take another turn to empty it. */
  write(frames: string): void {
    const { socket } = this.response;
    // It waits behind an earlier answer on the same connection.
    if (!socket) this.response.write(frames, 'latin1');
    else if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else if (socket.writable) socket.write(frames, 'latin1');
  }

  end(frames: string): void {
    this.response.end(frames, 'latin1');
  }
}
