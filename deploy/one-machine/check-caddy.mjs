// `node deploy/one-machine/check-caddy.mjs CADDY`: the Caddyfile, run by that Caddy in front of the real product, with its own CA. By
// hand, because building Caddy (`go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9`) takes longer than CI's other checks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ADMIN, freePort, launchChromium, makeShop, mediaFile, signIn, TestHarness, until } from '@sarafa/testing';
import { tell } from '../local/fault.mjs';
import { ROOT } from '../local/run.mjs';
import { end, ready, startGuarded } from '../local/toolkit/processes.mjs';

const HOST = 'rates.test';
/** A picture may be larger than a film; what stands after its end is passed over. */
const LARGEST = Buffer.concat([mediaFile('picture.png')], 100 * 1_048_576);
const w = new TestHarness();

/**
 * Sends a request by TLS. The answer is there with its head, as streams of events need it.
 * @param {{ port: number, ca?: Buffer }} front
 * @param {string} path
 * @param {{ method?: string, headers?: object, body?: string | Buffer, localAddress?: string }} how
 */
function ask(front, path, { method = 'GET', headers = {}, body, localAddress } = {}) {
  return new Promise((resolve, reject) => {
    const at = { host: '127.0.0.1', port: front.port, servername: HOST, ca: front.ca, agent: false, localAddress };
    const host = `${HOST}:${front.port}`;
    const asked = request({ ...at, method, path, headers: { host, ...headers } }, resolve).once('error', reject);
    asked.end(body);
  });
}

/** The Caddyfile as it is, but for the two ports, which only an administrator may open. */
async function caddy(program, product) {
  const [http, port] = [await freePort(), await freePort()];
  const env = { ...process.env, XDG_DATA_HOME: w.dir, XDG_CONFIG_HOME: w.dir };
  Object.assign(env, { SARAFA_HOST: HOST, SARAFA_TLS: 'internal', PORT: new URL(product.url).port });
  const adapted = execFileSync(program, ['adapt', '--config', join(ROOT, 'deploy/one-machine/Caddyfile')], { env });
  const config = JSON.parse(String(adapted));
  Object.assign(config.apps.http, { http_port: http, https_port: port });
  config.apps.http.servers.srv0.listen = [`127.0.0.1:${port}`];
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  const file = join(w.dir, 'caddy.json');
  writeFileSync(file, JSON.stringify(config));
  const child = startGuarded(program, ['run', '--config', file], { env, stdio: 'ignore' });
  await w.started(Promise.resolve(child), (one) => end(one));
  const front = { port, http };
  const isUp = async () => {
    front.ca = readFileSync(join(w.dir, 'caddy/pki/authorities/local/root.crt'));
    return (await ask(front, '/login', { headers: { accept: 'text/html' } })).statusCode === 200;
  };
  await ready(child, () => isUp().catch(() => false), 30_000);
  return front;
}

try {
  await w.open({ withFiles: true });
  // Here the proxy's own address is the machine's.
  const product = await w.startPart('standalone', { DEMO_SHOP: 'true', TRUST_PROXY: 'uniquelocal,loopback' });
  const { id } = await until(() => product.messages.find((message) => message.type === 'demo-shop'));
  const front = await caddy(process.argv[2], product);

  const moved = await new Promise((resolve) =>
    plainRequest({ host: '127.0.0.1', port: front.http, path: '/tv', headers: { host: HOST } }, resolve).end(),
  );
  assert.deepEqual([moved.statusCode, new URL(moved.headers.location).protocol], [308, 'https:']);
  const { headers } = await ask(front, '/login', { headers: { accept: 'text/html' } });
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.match(headers['content-security-policy'], /frame-ancestors 'none'/);
  console.log('HTTP goes to HTTPS, and the headers are those of the gateway');

  const signedIn = await ask(front, '/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
    body: JSON.stringify(ADMIN),
    localAddress: '127.5.6.7',
  });
  const { token } = /** @type {{ token?: string }} */ (await json(signedIn));
  const sessions = await json(await ask(front, '/auth/sessions', { headers: { authorization: `Bearer ${token}` } }));
  assert.match(sessions[0].address, /^127\.5\.6\./);
  console.log(`The gateway knows the client as ${sessions[0].address}, and not as what the client said`);

  const stream = await ask(front, `/boards/${id}/events`);
  let got = '';
  stream.on('data', (bytes) => (got += bytes));
  await until(() => got.includes('event: prices'));
  const before = got.length;
  const began = performance.now();
  const admin = await signIn(product.url, ADMIN.username, ADMIN.password);
  await admin.call('put', '/settings/maintenance', { isMaintenanceMode: true });
  await until(() => got.length > before, 10_000, 5);
  console.log(`A change is on a board's stream ${(performance.now() - began).toFixed(0)} ms later`);
  stream.destroy();
  await admin.call('put', '/settings/maintenance', { isMaintenanceMode: false });

  const shop = await makeShop(product.url, admin, 'caddy.shop');
  const form = (bytes) => [
    Buffer.from('--b\r\ncontent-disposition: form-data; name="advertisement"; filename="picture.png"\r\n\r\n'),
    ...[bytes, Buffer.from('\r\n--b--\r\n')],
  ];
  const uploaded = await ask(front, '/advertisements/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat(form(LARGEST)),
  });
  assert.equal(uploaded.statusCode, 201, JSON.stringify(await json(uploaded)));
  console.log(`A picture of ${LARGEST.length} bytes is taken`);

  const args = ['--ignore-certificate-errors', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
  const browser = await w.started(launchChromium({ args }), (one) => one.close());
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`https://${HOST}:${front.port}/public-view/${id}`);
  await page.locator('.cell').first().waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  console.log('A board has its rates and its worker');
} catch (error) {
  process.exitCode = tell(error);
} finally {
  await w.end();
}
