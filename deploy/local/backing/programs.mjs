import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Fault } from '../fault.mjs';
import { capture } from '../run.mjs';
import { installed, install } from './install-program.mjs';

/** The servers the product stands on. `path` names the program, `url` the setting that replaces it by a server elsewhere. */
export const SERVERS = {
  nats: { label: 'NATS', program: 'nats-server', path: 'NATS_SERVER_BIN', url: 'NATS_URL', least: [2, 11] },
  mongod: { label: 'MongoDB', program: 'mongod', path: 'MONGOD_BIN', url: 'MONGO_URL', least: [6, 0] },
  // Its versions are dates.
  minio: { label: 'MinIO', program: 'minio', path: 'MINIO_BIN', url: 'S3_ENDPOINT', least: [2023] },
};

export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sarafa');

/** The path of a server's program: named in the environment, on PATH when new enough, or built from a registry and kept. */
export async function programOf(name, note = () => {}) {
  const server = SERVERS[name];
  const named = process.env[server.path];
  if (named) {
    if (existsSync(named)) return named;
    throw new Fault(`${server.path} names ${named}, which does not exist`);
  }
  const onPath = await newEnoughOnPath(server);
  return onPath ?? installed(CACHE, name, server) ?? install(CACHE, name, server, note);
}

/** Distributions carry old ones: NATS before 2.11 ignores the time to live of a key, for one. */
async function newEnoughOnPath({ program, least }) {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
  if (!found) return undefined;
  const { output } = await capture(found, ['--version']);
  const [major, minor = 0] = (/v?(\d+)[.-](\d+)/.exec(output) ?? []).slice(1).map(Number);
  return major > least[0] || (major === least[0] && minor >= (least[1] ?? 0)) ? found : undefined;
}
