import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Below 32768: higher ports are taken at random by outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** Whether something listens on this port of loopback. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (open: boolean) => (socket.destroy(), resolve(open));
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}
