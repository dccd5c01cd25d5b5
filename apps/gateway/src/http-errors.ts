import { AppError, type ErrorCode, HTTP_STATUS, httpError, texts } from '@sarafa/contracts';
import { asAppError, SECURITY_HEADERS } from '@sarafa/server';
import { HttpException, Logger } from '@nestjs/common';
import type { FastifyError, FastifyReply } from 'fastify';

const CODES = new Map(Object.entries(HTTP_STATUS).map(([code, status]) => [status, code as ErrorCode]));

const log = new Logger('Http');

/** Answers any error in the one shape. A crash is told to the log alone, with the id that its answer carries. */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asHttpError(thrown);
  const { id, method, url } = reply.request;
  if (error.code === 'INTERNAL') log.error({ err: thrown, requestId: id, method, url });
  else log.debug({ code: error.code, requestId: id, method, url });
  const body = httpError(error, id);
  if (error.retryAfterSeconds) void reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(body.statusCode)
    .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
    .send(body);
}

/** What a page of another origin may read, it may also be refused. */
export function sendPublicError(reply: FastifyReply, thrown: unknown): FastifyReply {
  return sendError(reply.header('access-control-allow-origin', '*'), thrown);
}

export function nothingHere(): AppError {
  return new AppError('NOT_FOUND', texts.errors.nothingHere);
}

/** Of what frameworks throw only the status counts; the rest is a crash, unless it is an error of ours. */
function asHttpError(thrown: unknown): AppError {
  const status = thrown instanceof HttpException ? thrown.getStatus() : (thrown as FastifyError).statusCode;
  if (thrown instanceof AppError || status === undefined || status >= 500) return asAppError(thrown);
  return new AppError(CODES.get(status) ?? 'INVALID_INPUT', (thrown as Error).message);
}
