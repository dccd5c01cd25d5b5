import { requestOf, type Session } from '@sarafa/server';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const log = new Logger('Access');

/**
 * One line for each call that may change something or is somebody's own: who, what, and how it went. Boards' reads are
 * counted instead. Never a query, a header or a body: those may hold secrets.
 */
export function logAccess(nest: FastifyInstance): void {
  nest.addHook('onResponse', async (request: FastifyRequest & { session?: Session }, reply) => {
    const path = request.url.split('?')[0]!;
    if (path.startsWith('/health/')) return;
    const { method, ip: address, session } = request;
    const actor = session ? `${session.actor.role} ${session.actor.id}` : 'public';
    log.log({
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
