import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault.mjs';
import { ROOT, capture } from '../run.mjs';
import { isMinioReady, minioArgs, minioEnv, mongodArgs } from '../toolkit/commands.mjs';
import { freePort, listens } from '../toolkit/ports.mjs';
import { end, endLeftover, keepPid, ready, startGuarded } from '../toolkit/processes.mjs';
import { SERVERS, programOf } from './programs.mjs';

const START_TIMEOUT_MS = 60_000;
const BUCKET = 'sarafa';
export const SERVERS_FILE = 'servers.json';
const MONGO_SETUP = join(ROOT, 'deploy/local/backing/mongo-setup.mjs');
const WITH_DOCKER = 'Or let Docker run all of it, without Go and Python: the head of deploy/compose.yaml says how';

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
    const setup = async () => {
      if (keptPort(data, 'mongod') === port) return true;
      const env = { ...process.env, MONGO_PASSWORD: password };
      if ((await capture(process.execPath, [MONGO_SETUP, port], { env })).code !== 0) return false;
      writeFileSync(portFile(data, 'mongod'), String(port));
      return true;
    };
    const url = `mongodb://app:${password}@127.0.0.1:${port}/sarafa?authSource=admin&replicaSet=rs0&directConnection=true`;
    return {
      args: [...mongodArgs(port, data.folder('mongod')), ...['--replSet', 'rs0', '--keyFile', key, '--oplogSize', '128']],
      settings: { MONGO_URL: url },
      isReady: async () => (await listens(port)) && setup(),
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

/** The port with which MongoDB was set up. On another one its replica set has to be moved, which takes time at each start. */
const portFile = (data, name) => join(data.folder(name), 'set-up-at-port');
const keptPort = (data, name) => (existsSync(portFile(data, name)) ? Number(readFileSync(portFile(data, name), 'utf8')) : 0);

/** The servers of this run. A server whose address the environment gives isn't started or stopped here. */
export class Backing {
  children = [];
  plans = {};
  /** The settings by which the product finds the servers. */
  settings = {};
  isStopping = false;

  /** `onDeath` is called when a server ends by itself. */
  constructor(data, onDeath) {
    this.data = data;
    this.onDeath = onDeath;
  }

  /** Ends what an earlier run has left, and chooses the ports, before anything is started that would have to be stopped again. */
  choosePorts() {
    return all(
      this.wanted().map(async (name) => {
        const [setting, kept] = [PORTS[name], keptPort(this.data, name)];
        await endLeftover(this.data.file(`${name}.pid`), this.data.path, portSet(setting), kept);
        const port = await portFor(setting, `${SERVERS[name].label} is`, kept);
        this.plans[name] = PLANS[name](this.data, port);
        Object.assign(this.settings, this.plans[name].settings);
      }),
    );
  }

  /** Tells `npm run backup` and `npm run doctor` where the servers of this run are, and what backups are encrypted with. */
  tellPrograms() {
    const settings = { ...this.settings, BACKUP_KEY: this.data.secret('backup-key').value };
    writeFileSync(this.data.file(SERVERS_FILE), JSON.stringify(settings), { mode: 0o600 });
  }

  /** Installs the programs, which may take minutes once and needs nothing else of the workspace. */
  install(progress) {
    return all(
      this.wanted().map((name) => progress.step(SERVERS[name].label, (note) => programOf(name, note).then(() => ''))),
    ).catch((error) => {
      throw error instanceof Fault ? new Fault(`${error.message}\n${WITH_DOCKER}`, error.output) : error;
    });
  }

  start() {
    this.tellPrograms();
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
    const { args, env, isReady } = this.plans[name];
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
    if (child.pid) keepPid(this.data.file(`${name}.pid`), child.pid);
    await ready(child, isReady, START_TIMEOUT_MS).catch((error) => {
      throw new Fault(`${label} does not start: ${error.message}; its log is ${logFile}`);
    });
    isUp = true;
  }
}

/** Fails where something has the port already. `owner` is whom the port is for, with its verb. */
export async function mustBeFree(port, owner, setting) {
  if (await listens(port))
    throw new Fault(`Port ${port}, which ${owner} to have, is taken: stop what has it, or set ${setting} to another`);
}

/** The port that the environment names; 0 where it names none. */
export const portSet = (setting) => Number(process.env[setting] ?? 0);

/** The port that the environment names, which has to be free; otherwise the `kept` one while it is free, or any free one. */
export async function portFor(setting, owner, kept) {
  const port = portSet(setting);
  if (port) await mustBeFree(port, owner, setting);
  return port || (kept && !(await listens(kept)) ? kept : freePort());
}

/** Waits for all promises, so that nothing is still starting while the failure of one stops the others. */
async function all(promises) {
  const failed = (await Promise.allSettled(promises)).filter((result) => result.status === 'rejected');
  if (failed.length === 0) return;
  const [first] = failed.map(({ reason }) => reason);
  const others = failed.slice(1).map(({ reason }) => reason.message);
  throw first instanceof Fault ? new Fault([first.message, ...others].join('\n'), first.output) : first;
}
