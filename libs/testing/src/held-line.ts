import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be held up: what is sent meanwhile arrives when the connection is released. */
export interface HeldLine {
  readonly url: string;
  /** Holds up data that begins with `start`, or all data. */
  hold(start?: string): void;
  letGo(): void;
  /** Ends the hold and the connections that are held up: the data never arrives. */
  cut(): void;
  /** Whether data is being held up. */
  readonly isHolding: boolean;
  close(): void;
}

export async function heldLine(target: string): Promise<HeldLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const waiting: Socket[] = [];
  let held: string | undefined;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    far.pipe(near);
    near.on('data', (chunk) => {
      if (held !== undefined && (waiting.includes(near) || chunk.toString('latin1').startsWith(held))) {
        near.pause();
        near.unshift(chunk);
        waiting.push(near);
      } else far.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    hold: (start = '') => void (held = start),
    letGo: () => {
      held = undefined;
      for (const socket of waiting.splice(0)) socket.resume();
    },
    cut: () => {
      held = undefined;
      for (const socket of waiting.splice(0)) socket.destroy();
    },
    get isHolding() {
      return waiting.length > 0;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
