import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

export interface Peer {
  /** Undefined when it has left already. */
  readonly address: string | undefined;
  readonly isTls: boolean;
}

export type PeerOf = (request: IncomingMessage) => Peer;

/** Who asks, beyond the proxies that are trusted. The same package, asked as Fastify asks it, so that both see the same peer. */
export function peers(trusted: string[] | undefined): PeerOf {
  if (!trusted) return ({ socket }) => ({ address: socket.remoteAddress, isTls: false });
  const isTrusted = proxyAddr.compile(trusted);
  return (request) => {
    const proto = request.headers['x-forwarded-proto'];
    // The last of several: the one that the nearest proxy has added.
    const isTls = typeof proto === 'string' && proto.slice(proto.lastIndexOf(',') + 1).trim() === 'https';
    return {
      address: proxyAddr.all(request, isTrusted).at(-1),
      isTls: isTls && isTrusted(request.socket.remoteAddress ?? '', 0),
    };
  };
}
