import * as http from 'node:http';
import * as https from 'node:https';
import { AppError, texts } from '@sarafa/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http-errors.js';

/** The request headers that concern the file, and none that concern the person. */
const ASKED = ['range', 'if-range', 'if-none-match', 'accept'];
/** When media is silent for this long before its answer begins, it counts as down. */
const UNANSWERED_MS = 5_000;

/** `GET /media/...`: streams files from media. By `node:http`, because fetch takes nearly twice as long. */
export function serveMedia(site: FastifyInstance, mediaUrl: string): void {
  const { Agent, request: ask } = mediaUrl.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  site.addHook('onClose', async () => agent.destroy());
  site.get('/media/*', (request: FastifyRequest, reply) => {
    const headers = Object.fromEntries(ASKED.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])));
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    return new Promise<FastifyReply>((resolve) => {
      const upstream = ask(
        mediaUrl + request.url,
        { method, agent, timeout: UNANSWERED_MS, headers: { ...headers, 'x-request-id': request.id } },
        (answer) => {
          // From now on the client sets the pace: a paused film is read no further.
          upstream.setTimeout(0);
          reply.hijack();
          reply.raw.writeHead(answer.statusCode ?? 502, {
            ...(reply.getHeaders() as http.OutgoingHttpHeaders),
            ...answer.headers,
          });
          answer.pipe(reply.raw);
          // A file that breaks off must not look complete.
          answer.on('error', () => reply.raw.destroy());
          resolve(reply);
        },
      );
      upstream.on('timeout', () => upstream.destroy());
      upstream.on('error', () => {
        if (!reply.raw.headersSent) resolve(sendError(reply, new AppError('UNAVAILABLE', texts.errors.partDown)));
      });
      reply.raw.on('close', () => upstream.destroy());
      upstream.end();
    });
  });
}
