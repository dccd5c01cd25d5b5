import { HSTS } from '@sarafa/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An `onRequest` hook: a client that came by TLS has to use TLS from now on (rule 13.3). */
export async function hsts(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.protocol === 'https') reply.headers(HSTS);
}

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
];

/** A board may be framed, because signage players embed it; nothing else may. */
export function contentSecurityPolicy(frame: 'anybody' | 'nobody'): string {
  return [...POLICY, `frame-ancestors ${frame === 'anybody' ? '*' : "'none'"}`].join('; ');
}
