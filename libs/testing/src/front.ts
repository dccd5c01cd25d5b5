import { createServer, request as ask } from 'node:http';
import { once } from 'node:events';
import { freePort } from './ports.js';

/** A load balancer before the gateways of a cluster: one address, and each request goes to the next gateway. */
export interface Front {
  readonly url: string;
  /** The addresses of the gateways from now on. Open streams to other gateways end. */
  leadTo(...urls: string[]): void;
  close(): Promise<void>;
}

/** `ahead` is by how many milliseconds the gateways' clocks were moved: Node writes `Date` headers by the true clock all the same. */
export async function front(ahead = 0): Promise<Front> {
  let gateways: URL[] = [];
  let turn = 0;
  const open = new Map<() => void, string>();
  const server = createServer((request, response) => {
    const gateway = gateways[turn++ % gateways.length]!;
    const { method, url, headers } = request;
    const upstream = ask({ host: gateway.hostname, port: gateway.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, { ...answer.headers, date: new Date(Date.now() + ahead).toUTCString() });
      answer.pipe(response);
      answer.on('error', end);
    });
    const end = () => {
      upstream.destroy();
      response.destroy();
    };
    open.set(end, gateway.href);
    upstream.on('error', end);
    response.on('close', () => {
      open.delete(end);
      upstream.destroy();
    });
    request.pipe(upstream);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (...urls) => {
      gateways = urls.map((url) => new URL(url));
      const kept = gateways.map(({ href }) => href);
      for (const [end, href] of open) if (!kept.includes(href)) end();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
