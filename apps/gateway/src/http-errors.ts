import { AppError, type ErrorCode, HTTP_STATUS, httpError, routes, texts } from '@sarafa/contracts';
import { asAppError, SECURITY_HEADERS } from '@sarafa/server';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isPublicRead } from './door/paths.js';

const CODES = new Map(Object.entries(HTTP_STATUS).map(([code, status]) => [status, code as ErrorCode]));

const log = new Logger('Http');

/** Answers any error in the one shape. A crash is told to the log alone, with the id that its answer carries. */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asHttpError(thrown);
  const { id, method, url } = reply.request;
  if (error.code === 'INTERNAL') log.error({ err: thrown, requestId: id, method, url });
  else log.debug({ code: error.code, requestId: id, method, url });
  const body = httpError(error, id);
  // What a page of another origin may read, it may also be refused.
  if (error.retryAfterSeconds) void reply.header('retry-after', error.retryAfterSeconds);
  const cors = isPublicRead(url) && (method === 'GET' || method === 'HEAD') ? { 'access-control-allow-origin': '*' } : {};
  return reply
    .code(body.statusCode)
    .headers({ ...SECURITY_HEADERS, ...cors, 'cache-control': 'no-store' })
    .send(body);
}

export function nothingHere(): AppError {
  return new AppError('NOT_FOUND', texts.errors.nothingHere);
}

/** The methods of each path there is. */
const METHODS = [...new Set(routes.map(({ path }) => path))].map((path) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  methods: routes
    .filter((route) => route.path === path)
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
}));

/** No route of this method; of the address there may be others. */
function noRoute(url: string, reply: FastifyReply): AppError {
  const path = url.split('?')[0]!;
  const allowed = METHODS.find(({ pattern }) => pattern.test(path))?.methods;
  if (!allowed) return nothingHere();
  void reply.header('allow', allowed.join(', '));
  return new AppError('METHOD_NOT_ALLOWED', `This address takes ${allowed.join(', ')}`);
}

/** Of what frameworks throw only the status counts; the rest is a crash, unless it is an error of ours. */
function asHttpError(thrown: unknown): AppError {
  const status = thrown instanceof HttpException ? thrown.getStatus() : (thrown as FastifyError).statusCode;
  if (thrown instanceof AppError || status === undefined || status >= 500) return asAppError(thrown);
  return new AppError(CODES.get(status) ?? 'INVALID_INPUT', (thrown as Error).message);
}

@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    // Nest throws this one only when no route matches.
    const noRouteMatches = thrown instanceof NotFoundException;
    void sendError(reply, noRouteMatches ? noRoute(http.getRequest<FastifyRequest>().url, reply) : thrown);
  }
}
