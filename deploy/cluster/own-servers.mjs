import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, programOf } from '../local/backing/programs.mjs';
import { run } from '../local/run.mjs';
import { copyInto, libraries, makeRoot } from '../images/own-base.mjs';

/** MinIO's client and MongoDB's shell, which the official images contain beside the servers. */
const MC = 'github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9';
const MONGOSH = 'mongosh@2.12.0';

/**
 * Makes images of the trial's servers from this machine's own programs, laid out like the official images, for a cluster that
 * reaches no registry. Answers `{ nats, mongodb, minio }`, each `{ repository, tag, file }`.
 */
export async function ownServers(engine, folder, note) {
  const images = {};
  for (const [name, contents] of Object.entries({ nats, mongodb, minio })) {
    note(`image of ${name}`);
    const context = join(folder, name);
    rmSync(context, { recursive: true, force: true });
    const root = join(context, 'root');
    makeRoot(root);
    await contents(root);
    writeFileSync(join(root, 'etc/passwd'), 'nonroot:x:65532:65532::/tmp:/bin/sh\n');
    const recipe = join(context, 'Dockerfile');
    writeFileSync(recipe, 'FROM scratch\nCOPY root/ /\nENV PATH=/usr/local/bin:/usr/bin:/bin\nUSER 65532:65532\n');
    const [repository, tag] = [`localhost/sarafa-test/${name}`, 'own'];
    const file = join(folder, `${name}.tar`);
    rmSync(file, { force: true });
    await engine.build({ file: recipe, context, tag: `${repository}:${tag}` });
    await engine.save(`${repository}:${tag}`, file);
    images[name] = { repository, tag, file };
  }
  return images;
}

async function nats(root) {
  await put(root, await programOf('nats'), 'nats-server');
}

async function mongodb(root) {
  await put(root, await programOf('mongod'), 'mongod');
  await put(root, process.execPath, 'node');
  await shell(root);
  const place = join(root, 'opt/mongosh');
  mkdirSync(place, { recursive: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--loglevel=error', '--prefix', place, MONGOSH]);
  const start = join(root, 'usr/local/bin/mongosh');
  writeFileSync(start, '#!/bin/sh\nexec node /opt/mongosh/node_modules/mongosh/bin/mongosh.js "$@"\n');
  chmodSync(start, 0o755);
}

async function minio(root) {
  await put(root, await programOf('minio'), 'minio');
  await put(root, await minioClient(), 'mc');
  await shell(root);
}

async function minioClient() {
  const folder = join(CACHE, 'mc', MC.split('@')[1]);
  const path = join(folder, 'mc');
  if (existsSync(path)) return path;
  await run('go', ['install', '-trimpath', '-ldflags', '-s -w', MC], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: '' },
    advice: "Building MinIO's client failed: is the network there, and Go 1.26 or newer?",
  });
  return path;
}

/** The shell tools that the chart's scripts use. */
async function shell(root) {
  for (const program of ['sh', 'cat', 'sleep']) await put(root, `/bin/${program}`, program);
}

/** Copies a program and the libraries that it links. */
async function put(root, program, name) {
  const place = name === 'sh' ? '/bin/sh' : `/usr/local/bin/${name}`;
  copyInto(root, program, place);
  chmodSync(join(root, place), 0o755);
  for (const path of await libraries(program)) copyInto(root, path);
}
