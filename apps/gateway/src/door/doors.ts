import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerClientErrors } from './client-errors.js';
import { isFile, isPage, isPublicRead, withoutPrefix } from './paths.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface Doors {
  /** What boards poll and stream. */
  readonly hot: FastifyInstance;
  /** The web app's pages and files, and the documentation. */
  readonly site: FastifyInstance;
  readonly newRequestId: () => string;
}

/**
 * One server, three Fastify instances. Nest's adapter runs seven `onRequest` hooks of its own before any route, also a plain
 * one, which costs a fifth of the throughput: so what boards read goes past it.
 */
export function withDoors({ hot, site, newRequestId }: Doors): (nest: Listener) => Server {
  return (nest) => {
    const server = createServer((request, response) => {
      const url = request.url ?? '/';
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && (isPage(url, request.headers.accept) || isFile(url))) return site.routing(request, response);
      const path = withoutPrefix(url);
      request.url = path;
      if (isRead && isPublicRead(path)) return hot.routing(request, response);
      return nest(request, response);
    });
    server.on('clientError', answerClientErrors(newRequestId));
    return server;
  };
}
