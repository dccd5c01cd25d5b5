import { isForwardedByTls } from '@sarafa/server';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

export interface Peer {
  /** Undefined when the client has disconnected already. */
  readonly address: string | undefined;
  readonly isTls: boolean;
}

export type PeerOf = (request: IncomingMessage) => Peer;

/** Finds the client behind trusted proxies, with the package that Fastify uses, so that both find the same client. */
export function peers(trusted: string[] | undefined): PeerOf {
  if (!trusted) return ({ socket }) => ({ address: socket.remoteAddress, isTls: false });
  const isTrusted = proxyAddr.compile(trusted);
  return (request) => {
    const isTls = isForwardedByTls(request.headers['x-forwarded-proto']);
    return {
      address: proxyAddr.all(request, isTrusted).at(-1),
      isTls: isTls && isTrusted(request.socket.remoteAddress ?? '', 0),
    };
  };
}
