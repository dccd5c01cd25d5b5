import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eachLine, exited, ready, startGuarded } from '../../../deploy/local/toolkit/processes.mjs';
import type { S3Server, Server } from './backing.js';
import type { MarketFeed } from './market-feed/market-feed.js';
import { freePort } from './ports.js';
import { MASTER_KEY } from './signing-key.js';
import { keepsLogOf } from './started.js';
import { until } from './wait.js';

/** The relative path is the same from `src` and from `dist`. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Six parts that start together on a busy machine take most of a minute. It ends only the wait for what never comes. */
const START_TIMEOUT_MS = 120_000;
const KEPT_LOG_LINES = 5_000;
/** A stopped process accepts connections and never answers. */
const HEALTH_TIMEOUT_MS = 2_000;

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface AppOptions {
  /** Added to the app's environment; the spec's own environment isn't passed on. */
  env?: Record<string, string>;
  /** Arguments for Node itself, `['--import', './preload.mjs']`. */
  nodeArgs?: string[];
  /** A program to run instead of the built app, and its folder. */
  program?: { path: string; cwd: string };
  /** The user that the app runs as, where the spec's own user may choose. */
  uid?: number | undefined;
}

/** The servers that a product stands on. */
export interface ProductServers {
  nats: Server | string;
  mongo: Server | string;
  s3?: S3Server | undefined;
  /** Answers for prices instead of the real providers. */
  feed: MarketFeed;
}

/** A built app as a process of its own. */
export interface RunningApp {
  /** The address of the public port. */
  readonly url: string;
  /** The address of the port for metrics and health. */
  readonly metricsUrl: string;
  readonly pid: number;
  /** The lines of standard output and error, oldest first. */
  readonly logs: string[];
  /** The messages to the parent process, over all starts. */
  readonly messages: AppMessage[];
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  /** Starts a stopped app again, on the same ports with the same environment, changed by `env`. */
  start(env?: Record<string, string>): Promise<void>;
  /** As `start`, and doesn't wait: with this environment the app can't become ready. */
  startUnready(env: Record<string, string>): void;
  restart(signal?: NodeJS.Signals, env?: Record<string, string>): Promise<void>;
}

export type AppMessage =
  { type: 'first-admin'; username: string; password: string } | { type: 'demo-shop'; id: string } | { type: 'ready' };

/** One built app, `apps/<name>`; `standalone` is the whole product in one process. */
export async function startApp(name: string, options: AppOptions): Promise<RunningApp> {
  const [port, metricsPort, mediaPort] = [await freePort(), await freePort(), await freePort()];
  const base = {
    ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TZ: 'UTC', LOG_LEVEL: 'info' },
    ...{ HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metricsPort) },
    ...{ MEDIA_PORT: String(mediaPort), MEDIA_URL: `http://127.0.0.1:${mediaPort}`, ...options.env },
  };
  const logs: string[] = [];
  keepsLogOf(name, logs);
  const messages: AppMessage[] = [];
  const url = `http://127.0.0.1:${base.PORT}`;
  const metricsUrl = `http://127.0.0.1:${base.METRICS_PORT}`;
  let child: ChildProcess;

  const startUnready = (env: Record<string, string> = {}) => {
    const { path, cwd } = options.program ?? { path: builtApp(name), cwd: ROOT };
    child = startGuarded(process.execPath, [...(options.nodeArgs ?? []), path], {
      cwd,
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
      env: { ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      forgettable: true,
    });
    eachLine(child, (line) => {
      logs.push(line);
      if (logs.length > KEPT_LOG_LINES) logs.shift();
    });
    child.on('message', (message) => void messages.push(message as AppMessage));
  };
  const start = async (env?: Record<string, string>) => {
    startUnready(env);
    await ready(child, () => isReady(url, metricsUrl), START_TIMEOUT_MS).catch((error: Error) =>
      fail(`${name} is not ready: ${error.message}`),
    );
  };
  const fail = async (reason: string): Promise<never> => {
    await stop('SIGKILL');
    throw new Error(`${reason}\n${logs.slice(-30).join('\n')}`);
  };
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return exited(child);
  };
  await start();
  return {
    ...{ url, metricsUrl, logs, messages, start, startUnready, stop },
    get pid() {
      return child.pid!;
    },
    restart: async (signal, env) => {
      await stop(signal);
      await start(env);
    },
  };
}

/**
 * `npm test` bundles the parts as images contain them, which start faster; a spec that is run by hand uses what was compiled
 * last.
 */
function builtApp(name: string): string {
  const { BUNDLED_APPS } = process.env;
  return BUNDLED_APPS ? `${BUNDLED_APPS}/${name}.mjs` : `${ROOT}apps/${name}/dist/main.js`;
}

/** The environment that points the product at its servers. */
export function productEnv({ nats, mongo, s3, feed }: ProductServers): Record<string, string> {
  return {
    NATS_URL: typeof nats === 'string' ? nats : nats.url,
    MONGO_URL: typeof mongo === 'string' ? mongo : mongo.url,
    ...(s3 && { S3_ENDPOINT: s3.url, S3_ACCESS_KEY: s3.accessKey, S3_SECRET_KEY: s3.secretKey, S3_BUCKET: 'sarafa' }),
    ...feed.env,
    MASTER_KEY,
    // A source that answers both metals in one request, so that no quote comes in two halves.
    MARKET_SOURCES: 'metals-dev',
    MARKET_HOURS: 'always',
  };
}

/** The gateway and the whole product tell their health at the public port, a service at its metrics port. */
async function isReady(...urls: string[]): Promise<boolean> {
  const ask = (url: string) => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  const answers = await Promise.allSettled(urls.map(ask));
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value.status === 200);
}

/** The apps that haven't become ready within the time: after a server's return each app reconnects at its own pace. */
export async function notReady(apps: readonly RunningApp[], timeoutMs = 60_000): Promise<RunningApp[]> {
  const waiting = new Set(apps);
  const look = async (app: RunningApp) => (await isReady(app.metricsUrl)) && waiting.delete(app);
  await until(async () => {
    await Promise.all([...waiting].map(look));
    return waiting.size === 0;
  }, timeoutMs).catch(() => undefined);
  return [...waiting];
}
