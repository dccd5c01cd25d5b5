// Runs what an image contains as an image runs it: outside of the workspace, and able to write only to TMPDIR.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { ADMIN, caller, mediaFile, signIn, startApp, TestHarness, until } from '@sarafa/testing';
import { portOf } from '../../local/toolkit/ports.mjs';
import { bundle, SBOM, SERVICES } from '../bundle.mjs';

const PASSWORD = 'a password of the shop';
/** The image's user. */
const UID = 65_532;
/** Only root may start a process as another user. Without root the modes of the files keep the process out. */
const uid = process.getuid?.() === 0 ? UID : undefined;
/** The parts that write files, for uploads. */
const WRITERS = ['media', 'standalone'];
const READ_ONLY = 0o555;

const home = mkdtempSync(join(tmpdir(), 'sarafa-image-'));
const app = join(home, 'app');
const scratch = join(home, 'scratch');
const nowhere = join(app, 'nowhere');
const w = new TestHarness();
w.atEnd(() => rmSync(home, { recursive: true, force: true }));

function form(field, name, type) {
  const data = new FormData();
  data.set(field, new Blob([mediaFile(name)], { type }), name);
  return data;
}

function part(name, folder = WRITERS.includes(name) ? scratch : nowhere, own = {}) {
  const program = { path: join(app, `${name}.mjs`), cwd: app };
  return w.started(startApp(name, { env: { ...w.env, TMPDIR: folder, ...own }, program, uid }), (running) =>
    running.stop('SIGKILL'),
  );
}

describe('the bundle', () => {
  before(async () => {
    const { code, deps } = await bundle(join(home, 'bundle'));
    for (const folder of [deps, code]) cpSync(folder, app, { recursive: true });
    mkdirSync(scratch);
    chmodSync(home, 0o755);
    if (uid) chownSync(scratch, uid, uid);
    chmodSync(app, READ_ONLY);

    await w.open({ withFiles: true });
    w.feed.set({ gold: '467500', silver: '6938', at: new Date(Date.now() - 1_000) });
  });

  after(() => w.end());

  it('says what it is made of: all packages that it has, what is bundled, and nothing that only tests need', () => {
    const { metadata, components, dependencies } = JSON.parse(readFileSync(join(app, SBOM), 'utf8'));
    assert.deepEqual([metadata.component.name, metadata.timestamp], ['sarafa', undefined]);
    const named = components.map((one) => one['bom-ref']);
    const folders = readdirSync(join(app, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('package.json'),
    );
    const there = folders.map((path) => JSON.parse(readFileSync(join(app, 'node_modules', path), 'utf8')));
    const packages = there.filter(({ name, version }) => name && version).map(({ name, version }) => `${name}@${version}`);
    assert.ok(packages.length > 20, `${packages.length} packages`);
    assert.deepEqual(
      packages.filter((one) => !named.includes(one)),
      [],
    );
    const names = named.map((one) => one.slice(0, one.lastIndexOf('@')));
    for (const bundled of ['@nestjs/core', 'jose', 'react', '@sarafa/users']) assert.ok(names.includes(bundled), bundled);
    for (const tool of ['jest', 'nx', 'playwright-core', '@sarafa/testing']) assert.ok(!names.includes(tool), tool);
    assert.equal(dependencies.length, components.length + 1);
  });

  it('serves a shop with its files, part by part', async () => {
    const parts = await Promise.all(SERVICES.map((name) => part(name)));
    const { url } = parts[SERVICES.indexOf('gateway')];
    const admin = await until(() => signIn(url, ADMIN.username, ADMIN.password));

    const shopForm = form('logo', 'picture.png', 'image/png');
    for (const [field, value] of Object.entries({ username: 'shop', password: PASSWORD })) shopForm.set(field, value);
    /** @type {{ status: number, body: { user?: { logo_url: string } } }} */
    const made = await admin.call('post', '/user/create', shopForm);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const logo = await fetch(url + made.body.user.logo_url);
    assert.equal(logo.headers.get('content-type'), 'image/webp');

    const shop = await signIn(url, 'shop', PASSWORD);
    for (const [name, type] of [
      ['picture.jpg', 'image/jpeg'],
      ['h264.mp4', 'video/mp4'],
    ]) {
      const { status, body } = await shop.call('post', '/advertisements/upload', form('advertisement', name, type));
      assert.equal(status, 201, JSON.stringify(body));
    }
    const { body } = await shop.call('get', '/advertisements/user/me');
    const ads = /** @type {{ file_type: string, file_path: string, duration: number }[]} */ (body);
    assert.deepEqual(
      ads.map((ad) => ad.file_type),
      ['image', 'video'],
    );
    assert.ok(ads[1].duration > 0, 'the film was read');
    for (const { file_path: path } of ads) assert.equal((await fetch(url + path)).status, 200);

    const board = await until(async () => {
      const { status, body } = await caller(url).call('get', `/prices/user/${shop.userId}`);
      return status === 200 && body;
    });
    assert.ok(JSON.stringify(board).includes('gold'), JSON.stringify(board));
    const page = async (path) => (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
    assert.match(await page('/login'), /<script/);
    assert.notEqual(await page(`/public-view/${shop.userId}`), await page('/login'));
    // Asked without accepting HTML: a page request for an unknown address gets the portal.
    for (const path of ['/docs', '/docs/init.js', '/docs/swagger-ui-bundle.js', '/sw.js']) {
      assert.equal((await fetch(url + path)).status, 200, path);
    }
    for (const running of parts) assert.equal(await exitCode(running), 0, running.logs.slice(-5).join('\n'));
    assert.deepEqual(readdirSync(scratch), [], 'nothing is left behind');
  });

  it('backs the shop up, and finds the backup whole', () => {
    const to = join(scratch, 'backups');
    const { NATS_URL, MONGO_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = w.env;
    const env = {
      NATS_URL,
      MONGO_URL,
      S3_ENDPOINT,
      S3_ACCESS_KEY,
      S3_SECRET_KEY,
      BACKUP_KEY: 'a key that only specs have, and nobody else',
    };
    const run = (...args) =>
      execFileSync(process.execPath, [join(app, 'backup.mjs'), ...args], { cwd: app, env, uid, gid: uid }).toString();
    assert.match(run('backup', '--to', to), /Backed up: .* documents and 4 files/);
    assert.match(run('verify-backup', '--from', to), /is whole/);
    rmSync(to, { recursive: true });
  });

  it('says at its start that uploads have nowhere to wait', async () => {
    await assert.rejects(part('media', app), /ended with code 1\n.*TMPDIR/);
  });

  it('runs as one process too, and tells its traces', async () => {
    const told = [];
    const collector = createServer((request, response) => {
      void text(request).then((body) => (told.push(request.url + body), response.end('{}')));
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    w.atEnd(() => collector.close());
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${portOf(collector)}`;
    const running = await part('standalone', scratch, { OTEL_EXPORTER_OTLP_ENDPOINT });
    const admin = await until(() => signIn(running.url, ADMIN.username, ADMIN.password));
    assert.equal(admin.role, 'admin');
    assert.equal(await exitCode(running), 0);
    assert.match(told.join('\n'), /\/v1\/traces.*POST \/auth\/login/);
  });
});

const exitCode = async (running) => (await running.stop('SIGTERM')).code;
