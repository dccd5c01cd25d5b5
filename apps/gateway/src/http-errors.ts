import { AppError, type ErrorCode, type HttpError } from '@sarafa/contracts';
import { asAppError } from '@sarafa/server';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isPublicRead } from './door/paths.js';
import { SECURITY_HEADERS } from './door/security-headers.js';

/** The one table of code -> HTTP status. */
export const STATUS: Record<ErrorCode, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

const CODES = new Map(Object.entries(STATUS).map(([code, status]) => [status, code as ErrorCode]));

const log = new Logger('Http');

/** The one shape of an error (rulings 1). */
export function errorBody({ code, message, details }: AppError, requestId: string): HttpError {
  return { statusCode: STATUS[code], code, message, requestId, ...(details ? { details } : {}) };
}

/** Answers any error in the one shape. A crash is told to the log alone, with the id that its answer carries. */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asHttpError(thrown);
  const { id, method, url } = reply.request;
  if (error.code === 'INTERNAL') log.error({ err: thrown, requestId: id, method, url });
  else log.debug({ code: error.code, requestId: id, method, url });
  const body = errorBody(error, id);
  // What a page of another origin may read, it may also be refused.
  const cors = isPublicRead(url) && (method === 'GET' || method === 'HEAD') ? { 'access-control-allow-origin': '*' } : {};
  return reply
    .code(body.statusCode)
    .headers({ ...SECURITY_HEADERS, ...cors, 'cache-control': 'no-store' })
    .send(body);
}

export function nothingHere(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address');
}

function noRoute(url: string, reply: FastifyReply): AppError {
  if (!isPublicRead(url)) return nothingHere();
  void reply.header('allow', 'GET, HEAD');
  return new AppError('METHOD_NOT_ALLOWED', 'This address can only be read');
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
