// Runs the program of `helm test` against a server that answers as the product does on its bad days.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { capture } from '../../deploy/local/run.mjs';
import { portOf } from '../../deploy/local/toolkit/ports.mjs';
import { CHART } from './chart.mjs';

const PROGRAM = join(CHART, 'files/helm-test.mjs');
const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'the password' };
const ID = 'a'.repeat(24);

/** Runs the program to its end. `answers` are those of each request, `POST /auth/login` and so on, one after the other. */
async function tested(answers) {
  const asked = [];
  const clients = new Set();
  const server = createServer((request, response) => {
    const what = `${request.method} ${request.url}`;
    asked.push(what);
    clients.add(request.headers['x-forwarded-for']);
    const [status, body] = answers[what]?.shift() ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const SARAFA_URL = `http://127.0.0.1:${portOf(server)}`;
  const { code, output } = await capture(process.execPath, [PROGRAM], { env: { SARAFA_URL, ...ADMIN } });
  server.closeAllConnections();
  server.close();
  return { asked, clients: [...clients], code, said: output };
}

const signedIn = [200, { token: 'token', userId: 'b'.repeat(24) }];
const down = [503, { code: 'UNAVAILABLE' }];

describe('the program of `helm test`', () => {
  it('leaves no shop behind that it could make, but not sign in', async () => {
    const { asked, clients, code, said } = await tested({
      'POST /auth/login': [signedIn, down],
      'POST /user/create': [[201, { message: 'Made', user: { id: ID } }]],
      [`DELETE /user/delete/${ID}`]: [[200, { message: 'Gone' }]],
    });
    assert.deepEqual(asked, ['POST /auth/login', 'POST /user/create', 'POST /auth/login', `DELETE /user/delete/${ID}`]);
    assert.equal(code, 1);
    assert.match(said, /POST \/auth\/login: 503/);
    // A test isn't taken for clients whose addresses are hidden.
    assert.deepEqual(clients, ['192.0.2.1']);
  });

  it('says what to do where the admin has a second step', async () => {
    const { asked, code, said } = await tested({ 'POST /auth/login': [[401, { code: 'SECOND_FACTOR_NEEDED' }]] });
    assert.deepEqual([code, asked], [1, ['POST /auth/login']]);
    assert.match(said, /admin has a second step.*tests\.enabled to false, or admin\.username/);
  });

  it('says what to do where the admin should have one', async () => {
    const { code, said } = await tested({ 'POST /auth/login': [[403, { code: 'FORBIDDEN' }]] });
    assert.equal(code, 1);
    assert.match(said, /admin needs a second step.*tests\.enabled to false/);
  });

  it('takes a wrong password for what it is', async () => {
    const { said } = await tested({ 'POST /auth/login': [[401, { code: 'UNAUTHENTICATED' }]] });
    assert.match(said, /POST \/auth\/login: 401/);
    assert.doesNotMatch(said, /second step/);
  });
});
