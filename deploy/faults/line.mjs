// A TCP proxy between a part and a server. It can be cut silently, as networks are.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { freePort } from '@sarafa/testing';

export async function line(targetPort) {
  /** What each socket's data is written to. */
  const others = new Map();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      others.set(from, to);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        others.delete(from);
        to.destroy();
      });
      if (!isCut) from.pipe(to);
    }
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    /** From now on nothing arrives, and neither end is told. */
    cut() {
      isCut = true;
      for (const [from, to] of others) from.unpipe(to).pause();
    },
    heal() {
      isCut = false;
      for (const [from, to] of others) from.pipe(to);
    },
    close() {
      server.close();
      for (const socket of others.keys()) socket.destroy();
    },
  };
}
