import { openSync, writeFileSync } from 'node:fs';
import { Fault } from '../fault.mjs';
import { setting } from '../settings.mjs';
import { isMinioReady, minioArgs, minioEnv, mongodArgs } from '../toolkit/commands.mjs';
import { listens } from '../toolkit/ports.mjs';
import { end, endLeftover, keepPid, ready, startGuarded } from '../toolkit/processes.mjs';
import { isMongoReady } from './mongo-setup.mjs';
import { SERVERS, programOf } from './programs.mjs';

const START_TIMEOUT_MS = 60_000;
const BUCKET = 'sarafa';

/** The setting of each server's port. */
const PORTS = { nats: 'NATS_PORT', mongod: 'MONGO_PORT', minio: 'S3_PORT' };

/** How each server is started on `port`, and the settings that tell the product about it. */
const PLANS = {
  nats(data, port) {
    const { value: password } = data.secret('nats');
    const config = data.file('nats.conf');
    const limits = 'max_memory_store: 64MB, max_file_store: 1GB';
    // Otherwise an acknowledged write reaches the disk up to two minutes later, and a power cut would lose it.
    const store = `jetstream { store_dir: "${data.folder('nats')}", ${limits}, sync_interval: always }`;
    const users = `authorization { users: [{ user: app, password: "${password}" }] }`;
    writeFileSync(config, `listen: 127.0.0.1:${port}\nserver_name: local\n${store}\n${users}\n`, { mode: 0o600 });
    return {
      args: ['-c', config],
      settings: { NATS_URL: `nats://app:${password}@127.0.0.1:${port}` },
      isReady: () => listens(port),
    };
  },
  mongod(data, port) {
    const { value: password } = data.secret('mongod');
    const key = data.secret('mongod-key').path;
    const url = `mongodb://app:${password}@127.0.0.1:${port}/sarafa?authSource=admin&replicaSet=rs0&directConnection=true`;
    return {
      args: [...mongodArgs(port, data.folder('mongod')), ...['--replSet', 'rs0', '--keyFile', key, '--oplogSize', '128']],
      settings: { MONGO_URL: url },
      isReady: () => isMongoReady(port, password),
    };
  },
  minio(data, port) {
    const { value: secretKey } = data.secret('minio');
    const url = `http://127.0.0.1:${port}`;
    return {
      args: minioArgs(port, data.folder('minio')),
      env: minioEnv('app', secretKey),
      settings: { S3_ENDPOINT: url, S3_ACCESS_KEY: 'app', S3_SECRET_KEY: secretKey, S3_BUCKET: BUCKET },
      isReady: () => isMinioReady(url),
    };
  },
};

/** The servers of this run. A server whose address the environment gives isn't started or stopped here. */
export class Backing {
  children = [];
  /** The settings by which the product finds the servers. */
  settings = {};
  isStopping = false;

  /** `onDeath` is called when a server ends by itself. */
  constructor(data, onDeath) {
    this.data = data;
    this.onDeath = onDeath;
  }

  /** Installs the programs first, which may take minutes once and needs nothing else of the workspace. */
  install(progress) {
    return all(this.wanted().map((name) => progress.step(SERVERS[name].label, (note) => programOf(name, note).then(() => ''))));
  }

  start() {
    return all(this.wanted().map((name) => this.startOne(name)));
  }

  async stop() {
    this.isStopping = true;
    await Promise.all(this.children.map((child) => end(child)));
  }

  wanted() {
    return Object.keys(SERVERS).filter((name) => !process.env[SERVERS[name].url]);
  }

  async startOne(name) {
    const { label } = SERVERS[name];
    const port = Number(setting(PORTS[name]));
    const pidFile = this.data.file(`${name}.pid`);
    await endLeftover(pidFile, this.data.path, port);
    await mustBeFree(port, `${label} is`, PORTS[name]);
    const { args, env, settings, isReady } = PLANS[name](this.data, port);
    const logFile = `${this.data.folder('logs')}/${name}.log`;
    const log = openSync(logFile, 'w', 0o600);
    const child = startGuarded(await programOf(name), args, {
      env: { PATH: process.env.PATH, HOME: this.data.path, ...env },
      stdio: ['ignore', log, log],
    });
    let isUp = false;
    child.once('exit', () => {
      if (isUp && !this.isStopping) this.onDeath(`${label} ended by itself; its log is ${logFile}`);
    });
    this.children.push(child);
    if (child.pid) keepPid(pidFile, child.pid);
    await ready(child, isReady, START_TIMEOUT_MS).catch((error) => {
      throw new Fault(`${label} does not start: ${error.message}; its log is ${logFile}`);
    });
    isUp = true;
    Object.assign(this.settings, settings);
  }
}

/** Fails where something has the port already. `owner` is whom the port is for, with its verb. */
export async function mustBeFree(port, owner, setting) {
  if (await listens(port))
    throw new Fault(`Port ${port}, which ${owner} to have, is taken: stop what has it, or set ${setting} to another`);
}

/** Waits for all promises, so that nothing is still starting while the failure of one stops the others. */
async function all(promises) {
  const failed = (await Promise.allSettled(promises)).filter(({ status }) => status === 'rejected');
  if (failed.length === 0) return;
  const [first] = failed.map(({ reason }) => reason);
  const others = failed.slice(1).map(({ reason }) => reason.message);
  throw first instanceof Fault ? new Fault([first.message, ...others].join('\n'), first.output) : first;
}
