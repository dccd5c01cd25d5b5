// `npm start` as a person uses it, including the rough ways of ending it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ROOT } from '../run.mjs';
import { BUNDLED, makeBundle } from '../start-bundle.mjs';
import { freePort } from '../toolkit/ports.mjs';
import { ready } from '../toolkit/processes.mjs';

const START_TIMEOUT_MS = 120_000;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'npm-start-'));
const [PORT, METRICS_PORT, MEDIA_PORT, NATS_PORT, MONGO_PORT, S3_PORT] = await Promise.all(
  Array.from({ length: 6 }, async () => String(await freePort())),
);
const settings = {
  ...{ DATA_DIR, PORT, METRICS_PORT, MEDIA_PORT, NATS_PORT, MONGO_PORT, S3_PORT },
  ...{ MARKET_SOURCES: 'sample', ADMIN_PASSWORD: 'not-a-secret-1' },
};
const url = `http://127.0.0.1:${PORT}`;
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
  const serves = async () => {
    await ready(child, () => output.includes('Ctrl-C stops it'), START_TIMEOUT_MS).catch((error) =>
      assert.fail(`${error.message}:\n${output}`),
    );
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
  };
  return { child, gone, serves, output: () => output };
}

describe('npm start', () => {
  after(() => {
    for (const child of started) child.kill('SIGTERM');
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  it('builds what is missing, serves, says where, and starts again at once after kill -9', async () => {
    // As on a new machine, where nothing is built yet.
    for (const folder of ['apps/web/dist', 'dist/start']) rmSync(join(ROOT, folder), { recursive: true, force: true });
    const first = start();
    await first.serves();
    assert.match(first.output(), new RegExp(`${url}/login`));
    const second = start();
    assert.equal(await second.gone, 1);
    assert.match(second.output(), /Already running here \(process \d+\)/);
    first.child.kill('SIGKILL');
    const third = start();
    await third.serves();
    third.child.kill('SIGINT');
    assert.equal(await third.gone, 0, third.output());
    await assert.rejects(fetch(url));
  });

  it('bundles again when a file of the bundle has changed, and only then', async () => {
    const madeAt = () => statSync(BUNDLED).mtimeMs;
    const before = madeAt();
    await makeBundle();
    assert.equal(madeAt(), before);
    // A module that only hands on others leaves nothing of itself in the bundle.
    const now = new Date();
    utimesSync(join(ROOT, 'libs/contracts/dist/index.js'), now, now);
    await makeBundle();
    assert.notEqual(madeAt(), before);
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
