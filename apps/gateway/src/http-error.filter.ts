import { AppError } from '@sarafa/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressesOf } from './edge/paths.js';
import { routes } from './gateway.routes.js';
import { nothingHere, sendError } from './http-errors.js';

/** The methods of each address there is. */
const METHODS = [...new Set(routes.map(({ path }) => path))].map((path) => ({
  address: addressesOf([path]),
  methods: routes
    .filter((route) => route.path === path)
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
}));

@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    // Nest throws this exception only when no route matches.
    const noRouteMatches = thrown instanceof NotFoundException;
    void sendError(reply, noRouteMatches ? noRoute(http.getRequest<FastifyRequest>().url, reply) : thrown);
  }
}

/** The error for a request without a route: 405 if the path has other methods, else 404. */
function noRoute(url: string, reply: FastifyReply): AppError {
  const allowed = METHODS.find(({ address }) => address.test(url))?.methods;
  if (!allowed) return nothingHere();
  void reply.header('allow', allowed.join(', '));
  return new AppError('METHOD_NOT_ALLOWED', `This address takes ${allowed.join(', ')}`);
}
