// `npm run test:s3 -- <address>`: what media asks of S3, asked of the server at that address, with S3_ACCESS_KEY and S3_SECRET_KEY,
// in a bucket that the test makes and removes. `seaweedfs` builds and starts one of those here; without an address it is a MinIO.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CACHE } from '../local/backing/programs.mjs';
import { tell } from '../local/fault.mjs';
import { npmPackages } from '../local/npm-packages.mjs';
import { Progress } from '../local/progress.mjs';
import { ROOT, run } from '../local/run.mjs';
import { freePort } from '../local/toolkit/ports.mjs';
import { end, ready, startGuarded } from '../local/toolkit/processes.mjs';

const SEAWEEDFS = { module: 'github.com/seaweedfs/seaweedfs', version: 'v0.0.0-20261109003541-7506e5f91cd6' };
const START_MS = 60_000;

/** Built by a module of its own, because the project's has directives that `go install` refuses. Go checks all sums by its database. */
async function seaweedfs() {
  const { module, version } = SEAWEEDFS;
  const path = join(CACHE, 'store', `weed-${version}`);
  if (existsSync(path)) return path;
  mkdirSync(join(CACHE, 'store'), { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'store', 'weed-'));
  try {
    const [env, cwd] = [{ ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }, folder];
    const nice = 5;
    writeFileSync(join(folder, 'go.mod'), 'module local/seaweedfs\n\ngo 1.26\n');
    await run('go', ['get', '-tool', `${module}/weed@${version}`], { env, cwd, nice, advice: 'Go 1.26 or newer is needed' });
    const quick = ['-trimpath', '-buildvcs=false', '-gcflags', 'all=-l -dwarf=false', '-ldflags', '-s -w'];
    await run('go', ['build', ...quick, '-o', 'weed', `${module}/weed`], { env, cwd, nice });
    renameSync(join(folder, 'weed'), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
}

async function started(weed, folder) {
  const names = ['master.port', 'volume.port', 'filer.port', 's3.port'].flatMap((name) => [name, `${name}.grpc`]);
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()]));
  const [accessKey, secretKey] = ['spec', randomBytes(16).toString('hex')];
  const config = join(folder, 's3.json');
  const identity = { name: 'media', credentials: [{ accessKey, secretKey }], actions: ['Admin'] };
  writeFileSync(config, JSON.stringify({ identities: [identity] }));
  const here = [
    '-ip=127.0.0.1',
    '-ip.bind=127.0.0.1',
    `-dir=${folder}`,
    `-s3.config=${config}`,
    '-master.volumeSizeLimitMB=64',
  ];
  const own = ports.map(([name, port]) => `-${name}=${port}`);
  const child = startGuarded(weed, ['server', '-s3', ...here, ...own], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${Object.fromEntries(ports)['s3.port']}`;
  // Without a signature it refuses, once it is there.
  const isReady = () =>
    fetch(url).then(
      ({ status }) => status < 500,
      () => false,
    );
  await ready(child, isReady, START_MS);
  return { child, settings: { S3_UNDER_TEST: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } };
}

let server;
let folder;
try {
  const [wanted] = process.argv.slice(2);
  let settings = wanted ? { S3_UNDER_TEST: wanted } : {};
  if (wanted === 'seaweedfs') {
    const progress = new Progress();
    await npmPackages(progress);
    const weed = await progress.step('SeaweedFS', (note) => (note('building, once; it takes minutes'), seaweedfs()));
    folder = mkdtempSync(join(tmpdir(), 'weed-'));
    server = await started(weed, folder);
    ({ settings } = server);
  }
  const spec = ['deploy/local/test/test.mjs', 'apps/media/src/storage/s3.int-spec.ts'];
  const tests = spawn(process.execPath, spec, { cwd: ROOT, env: { ...process.env, ...settings }, stdio: 'inherit' });
  [process.exitCode] = await once(tests, 'exit');
} catch (error) {
  process.exitCode = tell(error);
} finally {
  if (server) await end(server.child);
  if (folder) rmSync(folder, { recursive: true, force: true });
}
