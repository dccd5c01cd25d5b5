import { siteJwks } from '@sarafa/contracts';
import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { ScheduleModule } from '@nestjs/schedule';
import type { ZodType } from 'zod';
import { answerAbout } from './about.js';
import { Bus } from './nats/bus.js';
import { type CallerTokens, CallerGuard } from './rpc/caller-guard.js';
import { ProcessConfig, readConfigs } from './config.js';
import { Events } from './nats/events.js';
import { Health } from './health.js';
import { PinoLogger } from './logger.js';
import { BusServer, RpcClient, RpcErrorFilter } from './rpc/messaging.js';
import { Metrics } from './metrics.js';
import { natsSecurity, type NatsSettings } from './nats/nats-security.js';
import { OpsServer, type Watched } from './ops-server.js';
import { Sessions } from './sessions/sessions.js';
import { StateCache } from './state/state-cache.js';
import { StatePublisher } from './state/state-publisher.js';
import { PublishedKeys, tokenService } from './sessions/tokens.js';
import { startTraces } from './traces.js';
import { dropBuffersSoon } from './young-buffers.js';

/** What a process provides to each app that it starts. */
export interface AppContext {
  readonly health: Health;
  readonly metrics: Metrics;
  /** The version of the build, where it is known. */
  readonly version?: string;
}

export interface Running {
  /** Takes no new work, lets the running work finish, and closes. */
  close(): Promise<void>;
}

/** Everything that a process needs to know of an app; `standalone` imports nothing else. */
export interface App<C = unknown> {
  readonly name: string;
  readonly config: ZodType<C>;
  start(config: C, appContext?: AppContext): Promise<Running>;
}

export interface ServiceApp<C> extends App<C> {
  /** The app's root module, without the bus. */
  module(config: C, appContext: AppContext): DynamicModule;
}

/** A service without HTTP: it answers what it `@Handles`, publishes state and consumes events. */
export function service<C extends NatsSettings & { NATS_REPLICAS?: number; CALLER_TOKENS?: CallerTokens }>(
  definition: Omit<ServiceApp<C>, 'start'>,
): ServiceApp<C> {
  const { name, module } = definition;
  return {
    ...definition,
    start: async (config, appContext = newAppContext()) => {
      const bus = await Bus.connect(config.NATS_URL, name, config.NATS_REPLICAS, natsSecurity(config));
      appContext.health.add('nats', () => bus.answers());
      const app = await NestFactory.createMicroservice(withBus(bus, appContext, module(config, appContext)), {
        strategy: new BusServer(bus, name, appContext.metrics),
        bufferLogs: false,
        abortOnError: false,
      });
      appContext.health.add('state', () => app.get(StatePublisher).answers());
      app.useGlobalFilters(new RpcErrorFilter());
      app.useGlobalGuards(new CallerGuard(app.get(Sessions), app.get(PublishedKeys), config.CALLER_TOKENS ?? 'required'));
      await app.listen();
      answerAbout(bus, appContext);
      return { close: () => app.close().then(() => bus.close()) };
    },
  };
}

export function newAppContext(version?: string): AppContext {
  return { health: new Health(), metrics: new Metrics(), ...(version && { version }) };
}

/** An app that hasn't closed after this time never will. */
const SHUTDOWN_TIMEOUT_MS = 20_000;

@Global()
@Module({})
class BusModule {}

class Root {}

/** Wraps the app's module in a root module that provides the bus to all of the app. */
export function withBus(bus: Bus, { health, metrics }: AppContext, module: DynamicModule): DynamicModule {
  metrics.gauge('sarafa_nats_connected', 'Whether the app is connected to NATS.', () => Number(bus.isConnected), {
    app: bus.name,
  });
  metrics.gauge(
    'sarafa_clock_ahead_seconds',
    'By how much the clock of the machine is ahead of the time that all parts agree on, which is that of NATS.',
    () => bus.clock.aheadMs && bus.clock.aheadMs / 1_000,
    { app: bus.name },
  );
  if (bus.certificateEnd) {
    const help = 'When the certificate by which NATS knows the app ends.';
    metrics.gauge('sarafa_nats_certificate_end_timestamp_seconds', help, () => bus.certificateEnd, { app: bus.name });
  }
  const given = [
    { provide: Bus, useValue: bus },
    { provide: Health, useValue: health },
    { provide: Metrics, useValue: metrics },
  ];
  // People's; what checks screens' tokens makes its own.
  const keys = {
    provide: PublishedKeys,
    useFactory: (state: StateCache) => new PublishedKeys(state, siteJwks),
    inject: [StateCache],
  };
  const tokens = { provide: JwtService, useFactory: tokenService, inject: [PublishedKeys] };
  const providers = [...given, RpcClient, StatePublisher, StateCache, keys, tokens, Sessions, Events];
  return { module: Root, imports: [ScheduleModule.forRoot(), { module: BusModule, providers, exports: providers }, module] };
}

/**
 * The whole `main` of a process. It reads all configurations, and then starts the apps in the given order, those with an HTTP
 * server last, so that no request comes before it can be answered. On SIGTERM or SIGINT the apps close in the reverse order.
 */
export async function main(...apps: App[]): Promise<void> {
  dropBuffersSoon();
  const running: Running[] = [];
  try {
    const [own, ...configs] = readConfigs([{ name: 'process', config: ProcessConfig }, ...apps]);
    const { LOG_LEVEL, HOST, METRICS_PORT, ...settings } = own as ProcessConfig;
    Logger.overrideLogger(new PinoLogger(LOG_LEVEL));
    const { SARAFA_VERSION: version, SARAFA_REVISION: revision, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
    const service = apps.length === 1 ? apps[0]!.name : 'standalone';
    const endTraces = endpoint ? await startTraces({ endpoint, service, version }) : undefined;
    // Lists all apps from the start, because an app that has yet to start makes the process not ready.
    const watched: Watched[] = apps.map(({ name }) => ({ name, ...newAppContext(version) }));
    const ops = await OpsServer.open(HOST, METRICS_PORT, watched, { version, revision });
    const stop = async () => {
      setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
      for (const { health } of watched) health.close();
      for (const app of running) await app.close().catch((error: unknown) => Logger.error(error));
      await endTraces?.();
      ops.close();
      process.exit(0);
    };
    process.once('SIGTERM', () => void stop()).once('SIGINT', () => void stop());
    for (const [index, app] of apps.entries()) {
      const appContext = watched[index]!;
      running.unshift(await app.start(configs[index], appContext));
      appContext.health.open();
    }
    process.send?.({ type: 'ready' });
  } catch (error) {
    // Written as plain text, because a person at a terminal reads this before any log collector does.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
