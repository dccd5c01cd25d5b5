import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../deploy/local/backing/programs.mjs';
import { isMinioReady, minioArgs, minioEnv, mongodArgs } from '../../../deploy/local/toolkit/commands.mjs';
import { exited, ready, startGuarded } from '../../../deploy/local/toolkit/processes.mjs';
import { freePort, listens } from './ports.js';

const START_TIMEOUT_MS = 30_000;

/** A real server for one test, on loopback. */
export interface Server {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the server again on the same port with the same data. */
  start(extraArgs?: string[]): Promise<void>;
  /** Deletes the data of a stopped server. */
  wipe(): Promise<void>;
  /** Copies the data of a stopped server to a folder. */
  copyTo(folder: string): Promise<void>;
  /** Puts the data of a stopped server back to such a copy. */
  copyFrom(folder: string): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

export interface S3Server extends Server {
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface NatsOptions {
  /** A configuration file, for users or limits. */
  readonly config: string;
  /** The environment that the configuration refers to, for passwords. */
  readonly env?: Record<string, string>;
  /** The file for the log. */
  readonly log?: string;
  /** A port that had to be known before. */
  readonly port?: number;
}

export interface MongodOptions {
  readonly args: string[];
  /** A port that had to be known before. */
  readonly port: number;
}

/** A NATS server with JetStream; `start([])` starts it without. */
export function natsServer(options?: NatsOptions): Promise<Server> {
  const plan = (port: number, dir: string) => ({
    url: `nats://127.0.0.1:${port}`,
    args: [
      ...['-a', '127.0.0.1', '-p', String(port), '-sd', dir],
      ...(options ? ['-c', options.config] : []),
      ...(options?.log ? ['-l', options.log] : []),
    ],
    usual: ['-js'],
    ...(options?.env && { env: options.env }),
  });
  return startServer('nats', plan, options?.port);
}

/** Three nodes with JetStream, which go on working while two of them run. */
export async function natsCluster(): Promise<Server[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
  const nodes = ports.map((clusterPort, index) =>
    startServer('nats', (port, dir) => ({
      url: `nats://127.0.0.1:${port}`,
      args: [
        ...['-a', '127.0.0.1', '-p', String(port), '-sd', dir, '-n', `node-${index}`],
        ...['--cluster_name', 'spec', '--cluster', `nats://127.0.0.1:${clusterPort}`, '--routes', routes],
      ],
      usual: ['-js'],
    })),
  );
  return Promise.all(nodes);
}

/** Without `options` a single server and no replica set, because hardly anything needs transactions or change streams. */
export function mongod(options?: MongodOptions): Promise<Server> {
  const plan = (port: number, dir: string) => ({
    url: `mongodb://127.0.0.1:${port}/test`,
    args: [...mongodArgs(port, dir), ...(options?.args ?? [])],
    usual: [],
  });
  return startServer('mongod', plan, options?.port);
}

/** `region` is where it says that it stands. */
export async function minio(region?: string): Promise<S3Server> {
  const accessKey = 'spec';
  const secretKey = randomBytes(16).toString('hex');
  const server = await startServer('minio', (port, dir) => ({
    url: `http://127.0.0.1:${port}`,
    args: minioArgs(port, dir),
    usual: [],
    env: { ...minioEnv(accessKey, secretKey), ...(region && { MINIO_REGION: region }) },
    isReady: () => isMinioReady(`http://127.0.0.1:${port}`),
  }));
  return Object.assign(server, { accessKey, secretKey });
}

interface Plan {
  url: string;
  args: string[];
  /** The arguments of a start that gives none. */
  usual: string[];
  env?: Record<string, string>;
  isReady?: () => Promise<boolean>;
}

async function startServer(
  program: 'nats' | 'mongod' | 'minio',
  plan: (port: number, dir: string) => Plan,
  wantedPort?: number,
): Promise<Server> {
  const path = await findProgram(program);
  if (!path) throw new Error(`${program} is not installed: run "node deploy/local/install.mjs"`);
  const dir = await mkdtemp(join(tmpdir(), `${program}-`));
  const port = wantedPort ?? (await freePort());
  const { url, args, usual, env, isReady = () => listens(port) } = plan(port, dir);
  let child: ChildProcess;

  const start = async (extraArgs = usual) => {
    await mkdir(dir, { recursive: true });
    child = startGuarded(path, [...args, ...extraArgs], {
      env: { PATH: process.env.PATH, HOME: dir, ...env },
      stdio: 'ignore',
      forgettable: true,
    });
    await ready(child, isReady, START_TIMEOUT_MS).catch((error: Error) => {
      throw new Error(`${path} did not start: ${error.message}`);
    });
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    await exited(child);
  };
  const wipe = () => rm(dir, { recursive: true, force: true });
  const remove = () => stop('SIGKILL').then(wipe);
  await start().catch(async (error: unknown) => {
    // A program that couldn't be run has no process.
    await (child.pid === undefined ? wipe() : remove());
    throw error;
  });
  return {
    url,
    port,
    get pid() {
      return child.pid!;
    },
    start,
    stop,
    wipe,
    copyTo: (folder) => cp(dir, folder, { recursive: true }),
    copyFrom: (folder) => wipe().then(() => cp(folder, dir, { recursive: true })),
    remove,
  };
}
