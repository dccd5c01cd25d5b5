import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../fault.mjs';
import { capture, onPath } from '../run.mjs';
import { installed, install } from './install-program.mjs';

/**
 * The servers that the product needs. `path` is the variable that names the program, `url` the one that replaces it by a server
 * elsewhere.
 */
export const SERVERS = {
  nats: { label: 'NATS', program: 'nats-server', path: 'NATS_SERVER_BIN', url: 'NATS_URL', least: [2, 11] },
  mongod: { label: 'MongoDB', program: 'mongod', path: 'MONGOD_BIN', url: 'MONGO_URL', least: [6, 0] },
  // MinIO's versions are dates.
  minio: { label: 'MinIO', program: 'minio', path: 'MINIO_BIN', url: 'S3_ENDPOINT', least: [2023] },
};

/** The programs that check the Helm chart. The product doesn't use them. */
export const CHART_PROGRAMS = {
  helm: { label: 'Helm', program: 'helm', path: 'HELM_BIN', version: ['version', '--short'], least: [3, 17], below: 4 },
  // It can't be asked for its version, so one on PATH isn't used.
  'helm-unittest': { label: 'helm-unittest', program: 'helm-unittest', path: 'HELM_UNITTEST_BIN' },
  promtool: { label: 'promtool', program: 'promtool', path: 'PROMTOOL_BIN', least: [2, 45] },
};

/** Makes up requests from the API's documentation, for `npm run test:fuzz`. */
export const FUZZ_PROGRAMS = {
  schemathesis: { label: 'schemathesis', program: 'schemathesis', path: 'SCHEMATHESIS_BIN' },
};

const PROGRAMS = { ...SERVERS, ...CHART_PROGRAMS, ...FUZZ_PROGRAMS };

export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sarafa');

/**
 * The path of a program: the one that the environment names, one on PATH that is new enough, or the one that was built before.
 * Undefined where there is none.
 * @param {keyof typeof PROGRAMS} name
 */
export async function findProgram(name) {
  const { [name]: program } = PROGRAMS;
  const named = process.env[program.path];
  if (named) {
    if (existsSync(named)) return named;
    throw new Fault(`${program.path} names ${named}, which does not exist`);
  }
  const fitting = program.least && (await fittingOnPath(program));
  return fitting ?? installed(CACHE, name);
}

/** The same, and where there is none, one that is built from a registry and kept. */
export async function programOf(name, note = (_text) => {}) {
  return (await findProgram(name)) ?? install(CACHE, name, note);
}

/**
 * Distributions have old versions; NATS before 2.11, for example, ignores the time to live of a key.
 * @param {{ program: string, version?: string[], least?: number[], below?: number }} wanted
 */
async function fittingOnPath({ program, version = ['--version'], least, below = Infinity }) {
  const found = onPath(program);
  if (!found) return undefined;
  const { output } = await capture(found, version);
  const [major, minor = 0] = (/v?(\d+)[.-](\d+)/.exec(output) ?? []).slice(1).map(Number);
  if (major >= below) return undefined;
  return major > least[0] || (major === least[0] && minor >= (least[1] ?? 0)) ? found : undefined;
}
