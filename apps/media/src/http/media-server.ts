import { AppError, type HttpError, httpError, Id, parseInput, texts } from '@sarafa/contracts';
import {
  asAppError,
  closeWithConnection,
  HSTS,
  isForwardedByTls,
  measureHttp,
  Metrics,
  OpenRequests,
  requestOf,
  requireOperator,
  requireUtf8Escapes,
  SECURITY_HEADERS,
  Sessions,
  traceHttp,
  unread,
  withRequest,
} from '@sarafa/server';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LogosService } from '../logos/logos.service.js';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Objects } from '../storage/objects.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { sendObject } from './send-object.js';
import { takeUploads } from './take-uploads.js';

/**
 * A little more than a logo may have, so that a file that is slightly too large gets an error message and no broken connection.
 */
const MAX_BODY_BYTES = 6 * 1_048_576;

const HEAD_TIMEOUT_MS = 10_000;
/** An ingress may lead here without passing the gateway, which adds headers of its own. */
const REFUSAL_HEADERS = {
  'cache-control': 'no-store',
  ...SECURITY_HEADERS,
};
/** Pages of other origins may read files, and so why one isn't there. */
const OPEN = { 'access-control-allow-origin': '*' };

type LogoRequest = FastifyRequest<{ Params: { accountId: string }; Querystring: { url?: string } }>;

/**
 * The HTTP server for files, which never go through NATS. It checks tokens itself, because an ingress may lead here without
 * passing the gateway.
 */
@Injectable()
export class MediaServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MediaServer.name);
  private readonly fastify: FastifyInstance;
  private readonly openRequests: OpenRequests;

  constructor(
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
    private readonly sessions: Sessions,
    private readonly logos: LogosService,
    private readonly uploads: UploadsService,
    private readonly objects: Objects,
    private readonly metrics: Metrics,
  ) {
    this.fastify = Fastify({
      requestIdHeader: 'x-request-id',
      bodyLimit: MAX_BODY_BYTES,
      forceCloseConnections: true,
      // A head is short, so a slow one only holds a connection. The time of an ad's bytes is limited elsewhere.
      http: { headersTimeout: HEAD_TIMEOUT_MS },
      frameworkErrors: (error, request, reply) => void this.refuse(error, request, reply),
    });
    this.openRequests = new OpenRequests(this.fastify);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { fastify } = this;
    fastify.server.prependListener('request', closeWithConnection);
    fastify.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
    fastify.setNotFoundHandler((request, reply) =>
      this.refuse(new AppError('NOT_FOUND', texts.errors.nothingHere), request, reply),
    );
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    fastify.addHook('onSend', async ({ raw }, reply) => unread.beforeAnswer(raw, reply));
    fastify.addHook('onResponse', async ({ raw }) => unread.afterAnswer(raw));
    // Only for clients that come past the gateway, which sends HSTS itself and doesn't pass this header on.
    fastify.addHook('onRequest', async ({ headers }, reply) => {
      if (isForwardedByTls(headers['x-forwarded-proto'])) reply.headers(HSTS);
    });
    measureHttp(fastify, this.metrics);
    traceHttp(fastify);
    // HEAD has a route of its own, because the one that Fastify adds to a GET answers a length of 0.
    fastify.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/media/*',
      handler: (request, reply) => sendObject(this.objects, request.params['*'], request, reply),
    });
    fastify.addHook('onRequest', async ({ raw }) => requireUtf8Escapes(raw.url ?? ''));
    // Checked before the body is read, so that no byte of a stranger's body is taken.
    const onRequest = (request: FastifyRequest) => this.requireOperator(request);
    fastify.post('/logos/:accountId', { onRequest }, (request: LogoRequest, reply) => this.storeLogo(request, reply));
    fastify.delete('/logos/:accountId', { onRequest }, (request: LogoRequest, reply) => this.discardLogo(request, reply));
    takeUploads(fastify, this.sessions, this.uploads, this.metrics);
    await fastify.listen({ port: this.config.MEDIA_PORT, host: this.config.HOST });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.openRequests.answered();
    await this.fastify.close();
  }

  /** The request's body is the file. */
  private async storeLogo(request: LogoRequest, reply: FastifyReply): Promise<FastifyReply> {
    const accountId = parseInput(Id, request.params.accountId);
    if (!Buffer.isBuffer(request.body)) throw new AppError('WRONG_TYPE', texts.accounts.logoWrongType);
    const file = request.body;
    const logo_url = await withRequest(requestOf(request), () => this.logos.store(accountId, file));
    return reply.code(201).send({ logo_url });
  }

  private async discardLogo(request: LogoRequest, reply: FastifyReply): Promise<FastifyReply> {
    const accountId = parseInput(Id, request.params.accountId);
    await withRequest(requestOf(request), () => this.logos.discard(accountId, request.query.url ?? ''));
    return reply.code(204).send();
  }

  private async requireOperator({ headers }: FastifyRequest): Promise<void> {
    requireOperator((await this.sessions.of(headers.authorization)).actor);
  }

  private refuse(thrown: unknown, { id, method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = asHttpError(thrown);
    if (error.code === 'INTERNAL') this.log.error({ err: thrown, requestId: id, method, url });
    const body: HttpError = httpError(error, id);
    if (error.retryAfterSeconds) void reply.header('retry-after', error.retryAfterSeconds);
    return reply
      .code(body.statusCode)
      .headers({ ...REFUSAL_HEADERS, ...(url.startsWith('/media/') && OPEN) })
      .send(body);
  }
}

/** Of an error that Fastify throws, only the status is used. */
function asHttpError(thrown: unknown): AppError {
  const { statusCode = 500, message } = thrown as FastifyError;
  if (thrown instanceof AppError || statusCode >= 500) return asAppError(thrown);
  if (statusCode === 413) return new AppError('TOO_LARGE', texts.accounts.logoTooLarge);
  if (statusCode === 415) return new AppError('WRONG_TYPE', texts.accounts.logoWrongType);
  return new AppError('INVALID_INPUT', message);
}
