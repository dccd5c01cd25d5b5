import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Below 32768, because outgoing connections take higher ports at random. */
const FIRST = 20_000;
const LANES = 24;
const PER_LANE = 500;
/** Specs that run side by side have neighbouring process ids, so each gets a range of its own. */
const lane = FIRST + (process.pid % LANES) * PER_LANE;
let given = Math.floor(Math.random() * PER_LANE);

/**
 * A free port that isn't handed out twice before it is used: of the twenty random ports that a spec asks for, two would be
 * equal more than once in a hundred times.
 */
export async function freePort() {
  for (;;) {
    const port = lane + (given++ % PER_LANE);
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
export function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (open) => (socket.destroy(), resolve(open));
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}
