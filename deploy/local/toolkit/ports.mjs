import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Below 32768, because outgoing connections take higher ports at random. */
const FIRST = 20_000;
const COUNT = 12_000;
let next = Math.floor(Math.random() * COUNT);

/**
 * A free port of TCP. Until this process ends no other one is given it, also while nothing listens there yet or any more: the port of
 * UDP with the same number stays taken, which nobody here uses for anything else.
 */
export async function freePort() {
  for (;;) {
    const port = FIRST + (next++ % COUNT);
    const mark = createSocket('udp4').unref();
    const probe = createServer();
    if ((await isTaken(mark.bind(port, '127.0.0.1'))) || (await isTaken(probe.listen(port, '127.0.0.1')))) {
      mark.close();
      continue;
    }
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

function isTaken(opening) {
  return once(opening, 'listening').then(
    () => false,
    () => true,
  );
}

/**
 * The port of a server that listens.
 * @param {import('node:net').Server} server
 */
export const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port;

/** Whether something listens on this port of loopback. */
export function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (open) => (socket.destroy(), resolve(open));
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}
