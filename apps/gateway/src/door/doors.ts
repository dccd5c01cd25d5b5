import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { HotDoor } from './hot-door.js';
import { isFile, isPage, withoutPrefix } from './paths.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const KEEP_ALIVE_MS = 72_000;
/** Of uploads: Node's own is five minutes, which 100 MB over a shop's line don't keep to. */
const UPLOAD_MS = 3_600_000;
/** How often Node looks for requests that take too long. */
const LOOK_MS = 2_000;

export interface Doors {
  /** What boards poll and stream. */
  readonly hot: HotDoor;
  /** The web app's pages and files, and the documentation. */
  readonly site: FastifyInstance;
  /** So long a request's head may take to come. */
  readonly headMs: number;
  /** Sees every request first. */
  readonly watch: Listener;
}

/**
 * One server, three Fastify instances. Nest's adapter runs seven `onRequest` hooks of its own before any route, also a plain
 * one, which costs a fifth of the throughput: so what boards read goes past it, and past
 * Fastify too where the answer is in memory.
 */
export function withDoors({ hot, site, headMs, watch }: Doors): (nest: Listener) => Server {
  return (nest) => {
    const server = createServer({ connectionsCheckingInterval: Math.min(LOOK_MS, headMs / 2) }, (request, response) => {
      watch(request, response);
      const url = request.url ?? '/';
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && isPage(url, request.headers.accept)) return site.routing(request, response);
      request.url = withoutPrefix(url);
      if (hot.answers(request, response)) return;
      if (isRead && hot.has(url)) return hot.fastify.routing(request, response);
      if (isRead && isFile(url)) return site.routing(request, response);
      return nest(request, response);
    });
    // Longer than a load balancer keeps its side of an idle connection.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.headersTimeout = headMs;
    server.requestTimeout = UPLOAD_MS;
    return server;
  };
}
