import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeWithConnection } from '@sarafa/server';
import type { FastifyInstance } from 'fastify';
import type { FastPath } from './fast-path.js';
import { isFile, isPage, withoutPrefix } from './paths.js';
import { takenSockets } from './taken-sockets.js';
import { endUnreadAnswers } from './unread-answers.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** The time limit for uploads. Node's default is five minutes, which is too short for 100 MB over a shop's line. */
const UPLOAD_MS = 3_600_000;
/** As long as nginx waits (`send_timeout`). */
const UNREAD_MS = 60_000;
/** How often Node checks for requests that take too long. */
const LOOK_MS = 2_000;

export interface EdgeOptions {
  /** What boards poll and stream. */
  readonly fastPath: FastPath;
  /** The web app's pages and files, and the API's documentation. */
  readonly site: FastifyInstance;
  /** How long a connection is kept between two requests. */
  readonly keepAliveMs: number;
  /** How long the head of a request may take to arrive. */
  readonly headMs: number;
  /** For how long nothing may be read of an answer. */
  readonly unreadMs?: number;
  /** Called first for every request. */
  readonly watch: Listener;
}

/**
 * One server before three Fastify instances. Nest's adapter runs seven `onRequest` hooks of its own before any route, which
 * costs a fifth of the throughput. So what boards read goes past Nest, and past Fastify too when the answer is in memory.
 */
export function edgeServer({
  fastPath,
  site,
  keepAliveMs,
  headMs,
  unreadMs = UNREAD_MS,
  watch,
}: EdgeOptions): (nest: Listener) => Server {
  return (nest) => {
    const server = createServer({ connectionsCheckingInterval: Math.min(LOOK_MS, headMs / 2) }, (request, response) => {
      if (takenSockets.has(request.socket)) return void request.socket.destroy();
      closeWithConnection(request, response);
      watch(request, response);
      const url = request.url ?? '/';
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && isPage(url, request.headers.accept)) return site.routing(request, response);
      request.url = withoutPrefix(url);
      if (fastPath.answers(request, response)) return;
      if (isRead && fastPath.has(url)) return fastPath.fastify.routing(request, response);
      if (isRead && isFile(url)) return site.routing(request, response);
      return nest(request, response);
    });
    server.keepAliveTimeout = keepAliveMs;
    server.headersTimeout = headMs;
    server.requestTimeout = UPLOAD_MS;
    endUnreadAnswers(server, unreadMs);
    return server;
  };
}
