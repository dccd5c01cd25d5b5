import { once } from 'node:events';
import { connect, createServer, type Server as TcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, limits, texts } from '@sarafa/contracts';
import { freePort, signIn, startApp, type SignedInCaller, until } from '@sarafa/testing';
import sharp from 'sharp';
import { portalRoutes } from './http-routes.js';
import { harness, type Harness } from '../shared/harness.js';

const PASSWORD = 'password of a shop';
const OVER_TLS = { 'x-forwarded-proto': 'https' };

describe('HTTP around accounts', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let shop: SignedInCaller;
  let media: string;
  let logoUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    media = `http://127.0.0.1:${port}`;
    // With the trailing slash that people often write.
    w = await harness({ env: { TRUST_PROXY: '127.0.0.1', MEDIA_PORT: String(port), MEDIA_URL: `${media}/` }, withFiles: true });
    admin = await w.admin();
    const form = new FormData();
    for (const [name, value] of Object.entries({ username: 'laxmi', password: PASSWORD })) form.set(name, value);
    const png = sharp({ create: { width: 64, height: 64, channels: 4, background: 'gold' } }).png();
    form.set('logo', new Blob([new Uint8Array(await png.toBuffer())]), 'logo.png');
    const { body } = await admin.call('post', '/user/create', form);
    logoUrl = (body as { user: { logo_url: string } }).user.logo_url;
    shop = await signIn(w.product.url, 'laxmi', PASSWORD);
  });

  afterAll(() => w.end());

  const reads = portalRoutes.filter(({ method, access, path }) => method === 'get' && access.length < 3 && !path.includes('{'));

  /** The query parameters that a read needs. */
  const queries: Record<string, string> = {
    '/prices/history': '?metal=gold&from=2026-11-20T00:00:00.000Z&to=2026-11-21T00:00:00.000Z&step=3600',
  };

  it.each(reads.map(({ path, access }) => [path, access[0]] as const))('GET %s is kept by no cache', async (path, role) => {
    const { status, headers } = await (role === 'admin' ? admin : shop).call('get', path + (queries[path] ?? ''));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('a token is kept by no cache', async () => {
    const { headers } = await admin.call('post', '/auth/login', { username: 'laxmi', password: PASSWORD });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a file answers HEAD with the headers of GET', async () => {
    const [get, head] = [await w.get(logoUrl), await w.get(logoUrl, { method: 'HEAD' })];
    const told = ({ status, headers }: Response) => [
      status,
      Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
    ];
    expect(told(head)).toEqual(told(get));
    expect(Number(get.headers.get('content-length'))).toBe((await get.arrayBuffer()).byteLength);
  });

  it('a file, and that there is none, carry the security headers of both servers', async () => {
    for (const path of [logoUrl, '/media/logos/none']) {
      for (const [base, headers] of [
        [w.product.url, OVER_TLS],
        [media, {}],
      ] as const) {
        const answer = await fetch(base + path, { headers });
        expect([path, base, answer.headers.get('x-content-type-options')]).toEqual([path, base, 'nosniff']);
        expect(answer.headers.get('referrer-policy')).toBe('same-origin');
        if (base === media) continue;
        expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, expect.stringContaining('max-age')]);
      }
    }
  });

  describe('a refused body', () => {
    const part = (name: string, content: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n${content}\r\n`;
    const large = 'x'.repeat(3_000_000);
    const FORM = 'multipart/form-data; boundary=b';

    it.each([
      ['with a file of no name of ours', FORM, `${part('avatar', large)}--b--\r\n`],
      ['with one file too many', FORM, `${part('logo', 'x')}${part('avatar', large)}--b--\r\n`],
      ['with a prototype', FORM, `${part('__proto__', large)}--b--\r\n`],
      // A proxy that is still sending would take a closed connection for a server that has crashed.
      ['that is too large', 'application/json', `{"shop_name":"${large}"}`],
    ])('%s leaves its connection to the next request', async (_, type, body) => {
      const { hostname, port } = new URL(w.product.url);
      const socket = connect(Number(port), hostname);
      let heard = '';
      socket.on('data', (chunk) => (heard += String(chunk)));
      const head = [`PUT /user/update/${shop.userId} HTTP/1.1`, 'host: x', `authorization: Bearer ${admin.token}`];
      const kind = [`content-type: ${type}`, `content-length: ${body.length}`, '', ''];
      socket.write([...head, ...kind].join('\r\n') + body);
      socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      const statuses = () => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      await until(() => statuses().length === 2);
      expect(statuses()).toEqual([expect.stringMatching(/^4/), '200']);
      socket.destroy();
    });
  });

  it('a request without a body may name a type all the same, as many clients do', async () => {
    const deletions = portalRoutes.filter(({ method }) => method === 'delete').map(({ path }) => ['delete', path] as const);
    expect(deletions.length).toBeGreaterThan(5);
    for (const [method, path] of [...deletions, ['post', '/admin/quarantine/{id}/release'] as const]) {
      const address = w.product.url + path.replace(/\{\w+\}/g, 'a'.repeat(24));
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
        const headers = { authorization: `Bearer ${(path.includes('own') ? shop : admin).token}`, 'content-type': type };
        const { status } = await fetch(address, { method, headers });
        // Only the route itself can say that there is no such thing, or that it is a shop's.
        expect([path, type, [403, 404].includes(status)]).toEqual([path, type, true]);
      }
    }
  });

  it('a form that is none of ours is refused in words for people', async () => {
    const form = (...names: string[]) => {
      const made = new FormData();
      for (const name of names) made.append(name, name === 'logo' ? new Blob(['x']) : 'x');
      return made;
    };
    for (const [sent, status] of [
      [form('__proto__'), 400],
      [form('logo', 'logo'), 413],
      [form(...Array.from({ length: 60 }, (_, turn) => `field-${turn}`)), 413],
    ] as const) {
      const answer = await admin.call('put', `/user/update/${shop.userId}`, sent);
      expect([answer.status, HttpError.parse(answer.body).message]).toEqual([status, texts.accounts.formBroken]);
    }
  });

  it('a long part without a name is passed over', async () => {
    const nameless = `--b\r\nx: y\r\n\r\n${'x'.repeat(300_000)}\r\n`;
    const body = `${nameless}--b\r\ncontent-disposition: form-data; name="shop_name"\r\n\r\nLaxmi\r\n${nameless}--b--\r\n`;
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await w.get(`/user/update/${shop.userId}`, { method: 'PUT', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { shop_name: 'Laxmi' } }]);
  });

  describe("media's own server", () => {
    const post = (token: string | undefined, type: string, body: Uint8Array<ArrayBuffer>) =>
      fetch(`${media}/logos/${shop.userId}`, {
        method: 'POST',
        headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body,
      });

    it('reads nothing of whom it does not know', async () => {
      for (const token of [undefined, 'a.b.c']) {
        for (const size of [10, 7 * 1_048_576]) {
          const answer = await post(token, 'application/octet-stream', new Uint8Array(size));
          expect([token, size, answer.status]).toEqual([token, size, 401]);
          HttpError.parse(await answer.json());
        }
      }
      expect((await post(shop.token, 'application/octet-stream', new Uint8Array(7 * 1_048_576))).status).toBe(403);
    });

    it('says what is wrong with a request, and never that it crashed', async () => {
      const file = new Uint8Array(10);
      for (const [type, bytes, status] of [
        ['image/png', file, 415],
        ['application/json', file, 415],
        ['application/octet-stream', file, 415],
        ['application/octet-stream', new Uint8Array(limits.logoBytes + 1), 413],
      ] as const) {
        const answer = await post(admin.token, type, bytes);
        expect([type, bytes.length, answer.status]).toEqual([type, bytes.length, status]);
        HttpError.parse(await answer.json());
      }
      const broken = await fetch(`${media}/media/%zz`);
      expect([broken.status, HttpError.safeParse(await broken.json()).success]).toEqual([400, true]);
    });
  });

  describe('with a media service that does not answer', () => {
    let silent: TcpServer;
    const sockets: Socket[] = [];

    beforeAll(async () => {
      silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
      await once(silent, 'listening');
    });

    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it('a file is answered with 503, over http and https', async () => {
      const { port } = silent.address() as { port: number };
      const asked = ['http', 'https'].map(async (protocol) => {
        const env = { NATS_URL: w.nats.url, MEDIA_URL: `${protocol}://127.0.0.1:${port}` };
        const gateway = await startApp('gateway', { env });
        try {
          const answer = await fetch(gateway.url + logoUrl, { signal: AbortSignal.timeout(60_000) });
          return [protocol, answer.status, HttpError.parse(await answer.json()).code];
        } finally {
          await gateway.stop('SIGKILL');
        }
      });
      expect(await Promise.all(asked)).toEqual(['http', 'https'].map((protocol) => [protocol, 503, 'UNAVAILABLE']));
    });
  });
});
