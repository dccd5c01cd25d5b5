import { idempotencyKeyOf } from '@sarafa/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The request's key, if it has one. Throws `INVALID_INPUT`. */
export const RepeatKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  idempotencyKeyOf(context.switchToHttp().getRequest<FastifyRequest>().headers),
);
