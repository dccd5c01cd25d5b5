import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { HotDoor } from './hot-door.js';
import { isFile, isPage, isPublicRead, withoutPrefix } from './paths.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const KEEP_ALIVE_MS = 72_000;
/** Node's own is five minutes, which 100 MB over a shop's line don't keep to. */
const REQUEST_MS = 3_600_000;

export interface Doors {
  /** What boards poll and stream. */
  readonly hot: HotDoor;
  /** The web app's pages and files, and the documentation. */
  readonly site: FastifyInstance;
}

/**
 * One server, three Fastify instances. Nest's adapter runs seven `onRequest` hooks of its own before any route, also a plain
 * one, which costs a fifth of the throughput: so what boards read goes past it, and past
 * Fastify too where the answer is in memory.
 */
export function withDoors({ hot, site }: Doors): (nest: Listener) => Server {
  return (nest) => {
    const server = createServer((request, response) => {
      const url = request.url ?? '/';
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && isPage(url, request.headers.accept)) return site.routing(request, response);
      request.url = withoutPrefix(url);
      if (hot.answers(request, response)) return;
      if (isRead && isPublicRead(url)) return hot.fastify.routing(request, response);
      if (isRead && isFile(url)) return site.routing(request, response);
      return nest(request, response);
    });
    // Longer than a load balancer keeps its side of an idle connection.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.requestTimeout = REQUEST_MS;
    return server;
  };
}
