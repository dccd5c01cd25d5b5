import { randomBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProgram, findProgram } from './binaries.js';
import { exited, guarded } from './child.js';
import { freePort, listens } from './ports.js';
import { until } from './wait.js';

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

/**
 * A NATS server with JetStream; `start([])` starts it without. `users` is a configuration file with users, the environment with
 * their passwords, and the file for the log.
 */
export function natsServer(users?: { config: string; env: Record<string, string>; log: string }): Promise<Server> {
  return startServer('nats-server', (port, dir) => ({
    url: `nats://127.0.0.1:${port}`,
    args: ['-a', '127.0.0.1', '-p', String(port), '-sd', dir, ...(users ? ['-c', users.config, '-l', users.log] : [])],
    usual: ['-js'],
    ...(users && { env: users.env }),
  }));
}

/** Three nodes with JetStream, which go on working while two of them run. */
export async function natsCluster(): Promise<Server[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
  const nodes = ports.map((clusterPort, index) =>
    startServer('nats-server', (port, dir) => ({
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

/** A single server without a replica set, because nothing here needs transactions or change streams. */
export function mongod(): Promise<Server> {
  return startServer('mongod', (port, dir) => ({
    url: `mongodb://127.0.0.1:${port}/test`,
    args: ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dir, '--nounixsocket', '--quiet'],
    usual: [
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--wiredTigerCacheSizeGB', '0.25'],
      ...['--networkMessageCompressors', 'disabled'],
    ],
  }));
}

export async function minio(): Promise<S3Server> {
  const accessKey = 'spec';
  const secretKey = randomBytes(16).toString('hex');
  const server = await startServer('minio', (port, dir) => ({
    url: `http://127.0.0.1:${port}`,
    args: ['server', dir, '--quiet', '--address', `127.0.0.1:${port}`],
    usual: [],
    env: { MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off', MINIO_UPDATE: 'off' },
    // MinIO listens before its storage can answer.
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/minio/health/ready`)).ok,
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

async function startServer(program: ServerProgram, plan: (port: number, dir: string) => Plan): Promise<Server> {
  const path = findProgram(program);
  const dir = await mkdtemp(join(tmpdir(), `${program}-`));
  const port = await freePort();
  const { url, args, usual, env, isReady } = plan(port, dir);
  let child: ChildProcess;

  const start = async (extraArgs = usual) => {
    await mkdir(dir, { recursive: true });
    child = guarded(
      spawn(path, [...args, ...extraArgs], { env: { PATH: process.env.PATH, HOME: dir, ...env }, stdio: 'ignore' }),
    );
    let failure: Error | undefined;
    child.once('error', (error) => (failure = error));
    await until(async () => {
      if (failure || child.exitCode !== null) return true;
      return (await listens(port)) && (!isReady || (await isReady()));
    }, START_TIMEOUT_MS);
    if (failure || child.exitCode !== null) {
      throw new Error(`${path} did not start: ${failure?.message ?? `exit code ${child.exitCode}`}`);
    }
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    await exited(child);
  };
  const wipe = () => rm(dir, { recursive: true, force: true });
  await start();
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
    remove: () => stop('SIGKILL').then(wipe),
  };
}
