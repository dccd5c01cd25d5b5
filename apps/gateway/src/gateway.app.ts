import {
  type App,
  Bus,
  measureHttp,
  natsSecurity,
  OpenRequests,
  requireUtf8Escapes,
  SECURITY_HEADERS,
  newAppContext,
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
import { logAccess } from './edge/access-log.js';
import { PublicLimit } from './edge/public-limit.js';
import { readBodies } from './edge/bodies.js';
import { answerClientErrors } from './edge/client-errors.js';
import { edgeServer } from './edge/edge-server.js';
import { FastPath } from './edge/fast-path.js';
import { addressesOf } from './edge/paths.js';
import { peers } from './edge/peers.js';
import { countRefusals } from './edge/refusals.js';
import { requestIds } from './edge/request-ids.js';
import { hsts } from './edge/security-headers.js';
import { endSlowBodies } from './edge/slow-bodies.js';
import { refuseAfterStandstill } from './edge/standstill.js';
import { GatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { routes } from './gateway.routes.js';
import { nothingHere, sendError, sendPublicError } from './http-errors.js';
import { BeatsController, serveBeats } from './screens/beats.controller.js';
import { MediaProxy, serveMedia } from './site/media-proxy.js';
import { ReleaseFiles } from './site/release-files.js';
import { serveSite } from './site/site.js';

/** Longer than any address that Node accepts, so that the route itself reports a malformed id. */
const MAX_PARAM_LENGTH = 20_000;

/**
 * How many connections may wait to be accepted, at most what the system allows. When thousands of boards come back at once, a
 * connection beyond Node's 511 would be dropped, and its client would try again only after one, three and seven seconds.
 */
const BACKLOG = 16_384;

const UPLOADS = addressesOf(routes.filter(({ upload }) => upload).map(({ path }) => path));

export const gatewayApp: App<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  start: async (config, appContext = newAppContext()) => {
    const bus = await Bus.connect(config.NATS_URL, 'gateway', config.NATS_REPLICAS, natsSecurity(config));
    appContext.health.add('nats', () => bus.answers());
    // Without NATS boards are still served, so it is ready then, though not whole.
    appContext.health.need();
    const newRequestId = requestIds();
    const trusted = config.TRUST_PROXY?.split(',').map((range) => range.trim());
    const options = { genReqId: newRequestId, trustProxy: trusted ?? (false as const) };
    const [fastPath, site] = [
      new FastPath(plainInstance(options, sendPublicError), peers(trusted), newRequestId),
      plainInstance(options, sendError),
    ];
    fastPath.fastify.setNotFoundHandler((_, reply) => sendPublicError(reply, nothingHere()));
    const adapter = new FastifyAdapter({
      ...options,
      frameworkErrors: frameworkErrorsBy(sendError),
      // Open streams never end by themselves, so closing must not wait for them.
      forceCloseConnections: true,
      clientErrorHandler: answerClientErrors(newRequestId),
      serverFactory: edgeServer({
        fastPath,
        site,
        keepAliveMs: config.KEEP_ALIVE_MS,
        headMs: config.HEAD_TIMEOUT_MS,
        watch: endSlowBodies(config.BODY_TIMEOUT_MS, UPLOADS, newRequestId),
      }),
    });
    const app = await NestFactory.create<NestFastifyApplication>(
      withBus(bus, appContext, GatewayModule.with(config, fastPath)),
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
    refuseAfterStandstill(nest);
    nest.addHook('onSend', async ({ raw }, reply) => unread.beforeAnswer(raw, reply));
    nest.addHook('onResponse', async ({ raw }) => unread.afterAnswer(raw));
    const openRequests = new OpenRequests(nest);
    traceHttp(nest);
    logAccess(nest);
    measureHttp(nest, appContext.metrics);
    readBodies(nest);
    const instances = [fastPath.fastify, site, nest];
    for (const instance of instances) instance.addHook('onRequest', async ({ raw }) => requireUtf8Escapes(raw.url ?? ''));
    // Only a proxy terminates TLS here, so without trusted proxies no client can have used TLS.
    if (config.TRUST_PROXY) for (const instance of instances) instance.addHook('onRequest', hsts);
    countRefusals(fastPath, site, appContext.metrics);
    const limit = app.get(PublicLimit);
    // Before any of the site's own hooks.
    site.addHook('onRequest', async ({ ip }) => {
      if (!limit.allowsFile(ip)) throw limit.refusal();
    });
    app.get(PublicReads).serve(app.get(BoardsController));
    serveBeats(fastPath, app.get(BeatsController));
    await serveSite(site, config, app.get(ReleaseFiles));
    serveMedia(site, app.get(MediaProxy));
    // Imported here and not at the top: these CommonJS packages require ES modules, which Jest on Node 20 can't do.
    const [{ default: multipart }, { default: compress }] = await Promise.all([
      import('@fastify/multipart'),
      import('@fastify/compress'),
    ]);
    await nest.register(multipart);
    await nest.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['br', 'gzip'] });
    await app.init();
    await Promise.all([fastPath.fastify.ready(), site.ready()]);
    await app.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG });
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

function plainInstance(options: { genReqId: () => string; trustProxy: string[] | false }, refuse: Refuse): FastifyInstance {
  const instance = Fastify({
    ...options,
    frameworkErrors: frameworkErrorsBy(refuse),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
  });
  instance.setErrorHandler((error, _, reply) => refuse(reply, error));
  return instance;
}
