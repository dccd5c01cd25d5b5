import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { devProxy } from '../dev/proxy.mjs';

async function listen(server, port = 0) {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

/** The dev server before a gateway that doesn't run yet; `start` starts the gateway. */
async function harness(t, answer) {
  const gateway = createServer(answer);
  const port = await listen(gateway);
  gateway.close();
  await once(gateway, 'close');
  const middlewares = {
    use: (middleware) => (server = createServer((request, response) => middleware(request, response, () => {}))),
  };
  let server;
  devProxy(`http://127.0.0.1:${port}`, import.meta.dirname).configureServer({ middlewares });
  const url = `http://127.0.0.1:${await listen(server)}`;
  t.after(() => {
    for (const open of [gateway, server]) open.close().closeAllConnections();
  });
  return { url, gateway, start: () => listen(gateway, port) };
}

test('a read waits for a gateway that restarts', async (t) => {
  const w = await harness(t, (_, response) => response.end('back'));
  const read = fetch(`${w.url}/prices/detailed`);
  await sleep(100);
  await w.start();
  const answer = await read;
  assert.deepEqual([answer.status, await answer.text()], [200, 'back']);
});

test('a write is told at once', async (t) => {
  const w = await harness(t, (_, response) => response.end());
  assert.equal((await fetch(`${w.url}/login`, { method: 'POST', body: '{}' })).status, 503);
});

test('a stream whose gateway is killed ends', async (t) => {
  const w = await harness(t, (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first'));
  await w.start();
  const [stream] = await once(get(`${w.url}/boards/1/events`), 'response');
  await once(stream, 'data');
  const ended = new Promise((resolve) => stream.once('error', resolve).once('end', resolve));
  w.gateway.closeAllConnections();
  await ended;
});

test('a page in development loads the languages that it doesn’t begin with', async (t) => {
  const { createServer: createVite } = await import('vite');
  const root = join(import.meta.dirname, '../../../apps/web');
  const server = /** @type {const} */ ({ middlewareMode: true, ws: false, hmr: false });
  const vite = await createVite({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error', server });
  t.after(() => vite.close());
  const { code } = await vite.transformRequest('/src/shared/language/language.ts');
  assert.match(code, /import\("[^"]+\/words\/src\/languages\/hi\.json/);
  // A browser takes what Vite makes of the file for JSON where the import says so.
  assert.doesNotMatch(code, /type: *['"]json['"]/);
});
