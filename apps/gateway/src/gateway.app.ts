import {
  type App,
  Bus,
  measureHttp,
  OpenRequests,
  requireUtf8Escapes,
  SECURITY_HEADERS,
  surroundingsOf,
  traceHttp,
  unread,
  withBus,
} from '@sarafa/server';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { COMPRESS_FROM_BYTES } from './boards/answer.js';
import { BoardsController } from './boards/boards.controller.js';
import { PublicReads } from './boards/public-reads.js';
import { logAccess } from './door/access-log.js';
import { readBodies } from './door/bodies.js';
import { answerClientErrors } from './door/client-errors.js';
import { withDoors } from './door/doors.js';
import { HotDoor } from './door/hot-door.js';
import { addressesOf } from './door/paths.js';
import { peers } from './door/peers.js';
import { requestIds } from './door/request-ids.js';
import { hsts } from './door/security-headers.js';
import { endSlowBodies } from './door/slow-bodies.js';
import { GatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { routes } from './gateway.routes.js';
import { nothingHere, sendError, sendPublicError } from './http-errors.js';
import { serveMedia } from './site/media-proxy.js';
import { ReleaseFiles } from './site/release-files.js';
import { serveSite } from './site/site.js';

/** Longer than any address that Node accepts, so that the route itself reports a malformed id. */
const MAX_PARAM_LENGTH = 20_000;

const UPLOADS = addressesOf(routes.filter(({ upload }) => upload).map(({ path }) => path));

export const gatewayApp: App<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  start: async (config, surroundings = surroundingsOf()) => {
    const bus = await Bus.connect(config.NATS_URL, 'gateway', config.NATS_REPLICAS);
    const newRequestId = requestIds();
    const trusted = config.TRUST_PROXY?.split(',').map((range) => range.trim());
    const options = { genReqId: newRequestId, trustProxy: trusted ?? (false as const) };
    const [hot, site] = [new HotDoor(plainDoor(options, sendPublicError), peers(trusted)), plainDoor(options, sendError)];
    hot.fastify.setNotFoundHandler((_, reply) => sendPublicError(reply, nothingHere()));
    const adapter = new FastifyAdapter({
      ...options,
      frameworkErrors: frameworkErrorsBy(sendError),
      // Open streams never end by themselves, so closing must not wait for them.
      forceCloseConnections: true,
      clientErrorHandler: answerClientErrors(newRequestId),
      serverFactory: withDoors({
        hot,
        site,
        headMs: config.HEAD_TIMEOUT_MS,
        watch: endSlowBodies(config.BODY_TIMEOUT_MS, UPLOADS, newRequestId),
      }),
    });
    const app = await NestFactory.create<NestFastifyApplication>(
      withBus(bus, surroundings, GatewayModule.with(config, hot)),
      adapter,
      {
        abortOnError: false,
        bodyParser: false,
      },
    );
    const nest = adapter.getInstance() as unknown as FastifyInstance;
    nest.addHook('onRequest', async (_, reply) => {
      // What goes through Nest must not be cached: it belongs to one person, or is a token.
      reply.headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
    });
    nest.addHook('onSend', async ({ raw }, reply) => unread.beforeAnswer(raw, reply));
    nest.addHook('onResponse', async ({ raw }) => unread.afterAnswer(raw));
    const openRequests = new OpenRequests(nest);
    traceHttp(nest);
    logAccess(nest);
    measureHttp(nest, surroundings.metrics);
    readBodies(nest);
    const doors = [hot.fastify, site, nest];
    for (const door of doors) door.addHook('onRequest', async ({ raw }) => requireUtf8Escapes(raw.url ?? ''));
    // Only a proxy terminates TLS here, so without trusted proxies no client can have used TLS.
    if (config.TRUST_PROXY) for (const door of doors) door.addHook('onRequest', hsts);
    app.get(PublicReads).serve(app.get(BoardsController));
    await serveSite(site, config, app.get(ReleaseFiles));
    serveMedia(site, config.MEDIA_URL);
    // Imported here and not at the top: these CommonJS packages require ES modules, which Jest on Node 20 can't do.
    const [{ default: multipart }, { default: compress }] = await Promise.all([
      import('@fastify/multipart'),
      import('@fastify/compress'),
    ]);
    await nest.register(multipart);
    await nest.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['br', 'gzip'] });
    await app.init();
    await Promise.all([hot.fastify.ready(), site.ready()]);
    await app.listen(config.PORT, config.HOST);
    const close = async () => {
      await openRequests.answered();
      await app.close();
      await bus.close();
    };
    return { close };
  },
};

type Refuse = (reply: FastifyReply, thrown: unknown) => FastifyReply;

/** Handles Fastify's own errors before any route, such as an address that can't be decoded. */
function frameworkErrorsBy(refuse: Refuse) {
  return (error: Error, _: FastifyRequest, reply: FastifyReply): void => void refuse(reply, error);
}

function plainDoor(options: { genReqId: () => string; trustProxy: string[] | false }, refuse: Refuse): FastifyInstance {
  const door = Fastify({
    ...options,
    frameworkErrors: frameworkErrorsBy(refuse),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
  });
  door.setErrorHandler((error, _, reply) => refuse(reply, error));
  return door;
}
