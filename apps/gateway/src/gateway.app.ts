import { type App, Bus, surroundingsOf, withBus } from '@sarafa/server';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerClientErrors } from './door/client-errors.js';
import { withDoors } from './door/doors.js';
import { requestIds } from './door/request-ids.js';
import { HSTS, SECURITY_HEADERS } from './door/security-headers.js';
import { GatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { nothingHere, sendError } from './http-errors.js';
import { serveSite } from './site/site.js';

/** Longer than any address that Node lets through: the route itself says what is wrong with an id. */
const MAX_PARAM_LENGTH = 20_000;

export const gatewayApp: App<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  start: async (config, surroundings = surroundingsOf()) => {
    const bus = await Bus.connect(config.NATS_URL, 'gateway');
    const newRequestId = requestIds();
    const options: DoorOptions = {
      genReqId: newRequestId,
      trustProxy: config.TRUST_PROXY?.split(',').map((range) => range.trim()) ?? false,
      frameworkErrors: (error, _, reply) => void sendError(reply, error),
    };
    const [hot, site] = [plainDoor(options), plainDoor(options)];
    hot.setNotFoundHandler((_, reply) => sendError(reply, nothingHere()));
    const adapter = new FastifyAdapter({
      ...options,
      // Open streams never end by themselves: closing must not wait for them.
      forceCloseConnections: true,
      clientErrorHandler: answerClientErrors(newRequestId),
      serverFactory: withDoors({ hot, site }),
    });
    const app = await NestFactory.create<NestFastifyApplication>(
      withBus(bus, surroundings, GatewayModule.with(config, hot)),
      adapter,
      {
        abortOnError: false,
      },
    );
    const nest = adapter.getInstance() as unknown as FastifyInstance;
    nest.addHook('onRequest', async (_, reply) => {
      reply.headers(SECURITY_HEADERS);
    });
    // Only a proxy ends TLS here, so without one nobody is asked.
    if (config.TRUST_PROXY) for (const door of [hot, site, nest]) saySafeTransport(door);
    await serveSite(site, config);
    await app.init();
    await Promise.all([hot.ready(), site.ready()]);
    await app.listen(config.PORT, config.HOST);
    return { close: () => app.close().then(() => bus.close()) };
  },
};

/** Rulings 10: whoever came by TLS is to come by TLS from now on. */
function saySafeTransport(door: FastifyInstance): void {
  door.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.headers(HSTS);
  });
}

interface DoorOptions {
  genReqId: () => string;
  trustProxy: string[] | false;
  /** Errors of Fastify's own, before any route: an address that can't be decoded, for one. */
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}

function plainDoor(options: DoorOptions): FastifyInstance {
  const door = Fastify({ ...options, routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true } });
  door.setErrorHandler((error, _, reply) => sendError(reply, error));
  return door;
}
