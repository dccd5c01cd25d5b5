// A TCP proxy between a part and a server. It can be cut silently, as networks are.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { freePort } from '@sarafa/testing';

export async function line(targetPort) {
  const pairs = new Set();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]]) {
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
      // Backpressure is done by hand, because a cut pauses both ends.
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => !isCut && from.resume());
    }
    if (isCut) for (const end of pair) end.pause();
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    /** From now on nothing arrives, and neither end is told. */
    cut() {
      isCut = true;
      for (const pair of pairs) for (const end of pair) end.pause();
    },
    heal() {
      isCut = false;
      for (const pair of pairs) for (const end of pair) end.resume();
    },
    close() {
      server.close();
      for (const pair of pairs) for (const end of pair) end.destroy();
    },
  };
}
