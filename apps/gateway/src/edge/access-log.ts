import { requestOf, type Session } from '@sarafa/server';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loggedPath } from './paths.js';

const log = new Logger('Access');

/**
 * Logs one line for each call that changes something or belongs to one person: who, what, and the result. Boards' reads are
 * only counted. Queries, headers and bodies are never logged, because they may contain secrets.
 */
export function logAccess(nest: FastifyInstance): void {
  nest.addHook('onResponse', async (request: FastifyRequest & { session?: Session }, reply) => {
    const path = loggedPath(request.url);
    if (path.startsWith('/health/')) return;
    const { method, ip: address, session } = request;
    const actor = session ? `${session.actor.role} ${session.actor.id}` : 'public';
    log.log({
      msg: 'Answered',
      ...requestOf(request),
      actor,
      address,
      method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
