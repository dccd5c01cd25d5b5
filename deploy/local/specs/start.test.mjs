// `npm start` as a person uses it, including the rough ways of ending it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { BUNDLED, build } from '../build.mjs';
import { Progress } from '../progress.mjs';
import { ROOT } from '../run.mjs';
import { freePort } from '../toolkit/ports.mjs';
import { ready } from '../toolkit/processes.mjs';

const START_TIMEOUT_MS = 120_000;
/** More than Node takes with the starter's modules, and less than with a bundler or a database's driver. */
const MOST_RESIDENT_KB = 80_000;
const folders = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
  folders.push(folder);
  return folder;
};
const PORT = String(await freePort());
const settings = { DATA_DIR: newFolder(), PORT, MARKET_SOURCES: 'sample', ADMIN_PASSWORD: 'not-a-secret-1' };
const started = [];

function start(env = {}) {
  const child = spawn(process.execPath, ['deploy/local/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, npm_lifecycle_event: '', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', (text) => (output += text));
  const gone = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  const url = `http://127.0.0.1:${env.PORT ?? PORT}`;
  const serves = async () => {
    await ready(child, () => output.includes('Ctrl-C stops it'), START_TIMEOUT_MS).catch((error) =>
      assert.fail(`${error.message}:\n${output}`),
    );
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
  };
  return { child, gone, serves, url, output: () => output };
}

describe('npm start', () => {
  after(() => {
    for (const child of started) child.kill('SIGTERM');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('builds what is missing, serves, says where, and starts again at once after kill -9', async () => {
    // As on a new machine, where nothing is built yet.
    for (const folder of ['apps/web/dist', 'dist/start']) rmSync(join(ROOT, folder), { recursive: true, force: true });
    const first = start();
    await first.serves();
    assert.match(first.output(), new RegExp(`${first.url}/login`));
    // What builds has ended, and has taken its memory along.
    const resident = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(first.child.pid)]));
    assert.ok(resident < MOST_RESIDENT_KB, `${resident} kB`);
    const second = start();
    assert.equal(await second.gone, 1);
    assert.match(second.output(), /Already running here \(process \d+\)/);
    first.child.kill('SIGKILL');
    const third = start();
    await third.serves();
    third.child.kill('SIGINT');
    assert.equal(await third.gone, 0, third.output());
    await assert.rejects(fetch(first.url));
  });

  it('runs beside another one that has another folder and port, and says where its metrics are', async () => {
    const both = [start(), start({ DATA_DIR: newFolder(), PORT: String(await freePort()) })];
    for (const run of both) await run.serves();
    const addresses = both.map((run) => /http:\S+\/metrics/.exec(run.output())?.[0]);
    assert.notEqual(addresses[0], addresses[1]);
    for (const address of addresses) assert.match(await (await fetch(address)).text(), /^sarafa_nats_connected/m);
    for (const { child } of both) child.kill('SIGINT');
    for (const run of both) assert.equal(await run.gone, 0, run.output());
  });

  it('builds again when a source has changed, and only then', async () => {
    const again = () => build(new Progress(), { bundled: true });
    const madeAt = () => statSync(BUNDLED).mtimeMs;
    await again();
    const before = madeAt();
    // The bundle holds a copy, so nothing that runs misses this folder; a builder would make it again.
    const web = join(ROOT, 'apps/web/dist');
    rmSync(web, { recursive: true });
    await again();
    assert.equal(madeAt(), before);
    assert.ok(!existsSync(web));
    const now = new Date();
    utimesSync(join(ROOT, 'libs/contracts/src/index.ts'), now, now);
    await again();
    assert.notEqual(madeAt(), before);
    assert.ok(existsSync(web));
  });

  it('tells a person without Go and Python how Docker runs all of it', async () => {
    const folder = newFolder();
    symlinkSync(process.execPath, join(folder, 'node'));
    const none = { NATS_SERVER_BIN: '', MONGOD_BIN: '', MINIO_BIN: '' };
    const run = start({ DATA_DIR: newFolder(), PATH: folder, XDG_CACHE_HOME: folder, ...none });
    assert.equal(await run.gone, 1);
    assert.match(
      run.output(),
      /Go 1\.26 or newer is needed[^]*python3 with pip is needed[^]*Docker run all of it.*deploy\/compose\.yaml/,
    );
  });

  it('says in one line which port is taken', async () => {
    const other = createServer().listen(Number(PORT), '127.0.0.1');
    await once(other, 'listening');
    const run = start();
    assert.equal(await run.gone, 1);
    assert.match(run.output(), new RegExp(`^Port ${PORT}, which the product is to have, is taken: .* set PORT`, 'm'));
    other.close();
  });
});
