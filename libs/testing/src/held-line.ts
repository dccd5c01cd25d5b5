import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './ports.js';

/** A connection to a server that can be held up: what is sent meanwhile arrives when the connection is released. */
export interface HeldLine {
  /** The server's address by way of this line. */
  readonly url: string;
  /** Holds up data for the server that begins with `start`, or all data for it. */
  hold(start?: string): void;
  /** Holds up everything in both directions and tells neither end, as a network does that is cut. */
  silence(): void;
  letGo(): void;
  /** Ends the hold and the connections that are held up: the data never arrives. */
  cut(): void;
  /** Whether data is being held up. */
  readonly isHolding: boolean;
  close(): void;
}

export async function heldLine(target: string): Promise<HeldLine> {
  const { hostname, port } = new URL(target);
  /** The two ends of each connection. */
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  const waiting: Socket[] = [];
  let held: string | undefined;
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          pairs.delete(pair);
          for (const end of pair) end.destroy();
        });
    }
    near.on('data', (chunk) => {
      if (held !== undefined && (waiting.includes(near) || chunk.toString('latin1').startsWith(held))) {
        near.pause();
        near.unshift(chunk);
        waiting.push(near);
      } else far.write(chunk);
    });
    if (isSilent) near.pause();
    else far.pipe(near);
  });
  const own = await freePort();
  server.listen(own, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: target.replace(`:${port}`, `:${own}`),
    hold: (start = '') => void (held = start),
    silence: () => {
      isSilent = true;
      for (const [near, far] of pairs) {
        near.pause();
        far.unpipe(near).pause();
      }
    },
    letGo: () => {
      held = undefined;
      for (const socket of waiting.splice(0)) socket.resume();
      if (!isSilent) return;
      isSilent = false;
      for (const [near, far] of pairs) {
        near.resume();
        far.pipe(near);
      }
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
      for (const pair of pairs) for (const end of pair) end.destroy();
    },
  };
}
