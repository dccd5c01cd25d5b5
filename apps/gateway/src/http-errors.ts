import { AppError, type ErrorCode, HTTP_STATUS, httpError, texts } from '@sarafa/contracts';
import { asAppError, SECURITY_HEADERS } from '@sarafa/server';
import { HttpException, Logger } from '@nestjs/common';
import type { FastifyError, FastifyReply } from 'fastify';
import { loggedPath } from './edge/paths.js';

const CODES = new Map(Object.entries(HTTP_STATUS).map(([code, status]) => [status, code as ErrorCode]));

const log = new Logger('Http');

/**
 * Answers any error in the one error shape. The cause of a crash goes to the log only, under the request id that the answer
 * has.
 */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asHttpError(thrown);
  const { id, method, url } = reply.request;
  const path = loggedPath(url);
  if (error.code === 'INTERNAL') log.error({ err: thrown, requestId: id, method, path });
  else log.debug({ code: error.code, requestId: id, method, path });
  const body = httpError(error, id);
  if (error.retryAfterSeconds) void reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(body.statusCode)
    .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
    .send(body);
}

/** A page of another origin that may read the answers of a public read may also read its errors. */
export function sendPublicError(reply: FastifyReply, thrown: unknown): FastifyReply {
  return sendError(reply.header('access-control-allow-origin', '*'), thrown);
}

export function nothingHere(): AppError {
  return new AppError('NOT_FOUND', texts.errors.nothingHere);
}

/** Only the status of a framework's error is used. Any other error that isn't an `AppError` is a crash. */
function asHttpError(thrown: unknown): AppError {
  const status = thrown instanceof HttpException ? thrown.getStatus() : (thrown as FastifyError).statusCode;
  if (thrown instanceof AppError || status === undefined || status >= 500) return asAppError(thrown);
  return new AppError(CODES.get(status) ?? 'INVALID_INPUT', (thrown as Error).message);
}
