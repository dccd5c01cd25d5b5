import { idempotencyKeyOf } from '@sarafa/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** By which `routes.ts` knows that a route takes a key. */
export function readRepeatKey(_: unknown, context: ExecutionContext): string | undefined {
  return idempotencyKeyOf(context.switchToHttp().getRequest<FastifyRequest>().headers);
}

/** The request's idempotency key, if it has one. Throws `INVALID_INPUT`. */
export const RepeatKey = createParamDecorator(readRepeatKey);
