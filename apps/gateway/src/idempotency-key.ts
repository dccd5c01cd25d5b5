import { IDEMPOTENCY_HEADER, IdempotencyKey, parseInput } from '@sarafa/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const Headers = z.object({ [IDEMPOTENCY_HEADER]: IdempotencyKey.optional() });

/** The request's key, if it has one. Throws `INVALID_INPUT`. */
export const RepeatKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  keyOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return parseInput(Headers, { [IDEMPOTENCY_HEADER]: headers[IDEMPOTENCY_HEADER.toLowerCase()] })[IDEMPOTENCY_HEADER];
}
