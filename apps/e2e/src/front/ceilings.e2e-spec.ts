import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, texts } from '@sarafa/contracts';
import { addShops, EventStream, readAnswer, type SignedInCaller, until } from '@sarafa/testing';
import { harness, type Harness } from '../shared/harness.js';

/** Longer than a busy machine lets a whole request wait, and far below what counts without these settings. */
const [HEAD_MS, BODY_MS] = [1_000, 1_000];
const [USUAL_HEAD_MS, USUAL_BODY_MS] = [10_000, 30_000];

describe('what one client may hold', () => {
  let w: Harness;
  let id: string;

  beforeAll(async () => {
    w = await harness({
      env: {
        TRUST_PROXY: '127.0.0.1',
        STREAMS_PER_ADDRESS: '2',
        STREAMS_PER_GATEWAY: '3',
        PUBLIC_RATE_LIMIT_PER_MINUTE: '50',
        CHANGES_PER_MINUTE: '3',
        HEAD_TIMEOUT_MS: String(HEAD_MS),
        BODY_TIMEOUT_MS: String(BODY_MS),
      },
    });
    [id] = (await addShops(w.db, [{}])) as [string];
    // Not oftener: the ceiling of reads is fifty a minute, and a sweep comes every three seconds.
    await until(async () => (await w.get(`/user/dashboard/${id}`)).ok, 30_000, 700);
  });

  afterAll(() => w.end());

  describe('streams', () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const open = (address: string) => EventStream.open(`${w.product.url}/boards/${id}/events`, from(address).headers);
    const refusal = async (address: string) => {
      const answer = await w.get(`/boards/${id}/events`, from(address));
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
      expect(HttpError.parse(await answer.json())).toMatchObject({ code: 'UNAVAILABLE', message: texts.errors.tooManyStreams });
    };

    it('are so many of one address, which is a network where it is IPv6, and so many in all', async () => {
      const [first, second] = [await open('2001:db8:1:2::1'), await open('2001:db8:1:2:ffff::2')];
      await refusal('2001:db8:1:2::3');
      const third = await open('192.0.2.1');
      await refusal('192.0.2.2');
      // A HEAD request holds no stream.
      const headless = { method: 'HEAD', ...from('192.0.2.2') };
      third.close();
      await until(async () => (await w.get(`/boards/${id}/events`, headless)).status === 200);
      for (let turn = 0; turn < 5; turn++) expect((await w.get(`/boards/${id}/events`, headless)).status).toBe(200);
      const fourth = await open('192.0.2.2');
      first.close();
      const fifth = await until(() => open('2001:db8:1:2::3').catch(() => undefined));
      expect(await refusals('/boards/:id/events', 503)).toBeGreaterThanOrEqual(2);
      for (const stream of [second, fourth, fifth]) stream.close();
    });

    it('hold no place once their client has left, whatever their connection still owes it', async () => {
      const { hostname, port } = new URL(w.product.url);
      const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.77\r\n\r\n`;
      const client = connect(Number(port), hostname).on('error', () => {});
      // More than the systems of both ends take while nobody reads.
      client.write(ask('/docs/swagger-ui-bundle.js').repeat(10) + ask(`/boards/${id}/events`).repeat(2));
      const headless = { method: 'HEAD', ...from('198.51.100.77') };
      await until(async () => client.destroyed || (await w.get(`/boards/${id}/events`, headless)).status === 503);
      client.destroy();
      const stream = await until(() => open('198.51.100.77').catch(() => undefined));
      stream.close();
    });

    it('that are refused for another reason hold no place', async () => {
      for (let turn = 0; turn < 5; turn++)
        await expect(EventStream.open(`${w.product.url}/boards/x/events`)).rejects.toThrow('400');
      const stream = await until(() => open('192.0.2.9').catch(() => undefined));
      stream.close();
    });
  });

  /** How many the operator sees. */
  const refusals = async (route: string, status: number) => {
    const text = await (await fetch(`${w.product.metricsUrl}/metrics`)).text();
    return Number(text.split(`sarafa_board_refusals_total{route="${route}",status="${status}"} `)[1]?.split('\n')[0] ?? 0);
  };

  it('reads of one IPv6 network count together', async () => {
    const read = async (address: string) =>
      (await w.get('/prices/detailed', { headers: { 'x-forwarded-for': address } })).status;
    let [network, counted] = [0, 0];
    // Once more from another network where a new minute has begun meanwhile.
    await until(async () => {
      const of = `2001:db8:9:${++network}`;
      const statuses = await Promise.all(Array.from({ length: 60 }, (_, turn) => read(`${of}:${turn.toString(16)}::1`)));
      counted += statuses.filter((status) => status === 429).length;
      return statuses.filter((status) => status === 200).length === 50;
    });
    expect(await read('2001:db8:9:a::1')).toBe(200);
    expect(await refusals('/prices/detailed', 429)).toBe(counted);
  });

  it.each(['/media/none.webp', '/assets/none.js', '/docs/openapi.json', '/login'])(
    'reads of %s count as those of boards do',
    async (path) => {
      let turn = 0;
      // Once more from another address where a new minute has begun meanwhile.
      const refused = await until(async () => {
        const init = { headers: { 'x-forwarded-for': `198.51.${++turn}.${path.length}`, accept: 'text/html' } };
        const answers = await Promise.all(Array.from({ length: 52 }, () => w.get(path, init)));
        const late = answers.filter(({ status }) => status === 429);
        return late.length === 2 ? late : undefined;
      });
      for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    },
  );

  it('changes by one account have a ceiling of their own, and reads don’t count', async () => {
    let shop!: SignedInCaller;
    const change = (percent: number) => shop.call('put', `/user/profile-settings/${shop.userId}`, { gold_margin: percent });
    let shops = 0;
    // Once more with another shop where a new minute has begun meanwhile.
    await until(async () => {
      shop = await w.shop(`busy-${++shops}`);
      const statuses = [];
      for (let turn = 1; turn <= 5; turn++) statuses.push((await change(turn)).status);
      return statuses.join() === '200,200,200,429,429';
    });
    expect(await change(9)).toMatchObject({ status: 429, body: { message: texts.errors.tooManyChanges } });
    // A route is told by what it is, and not by how its address was written.
    expect(await shop.call('post', '/auth/%66actors/totp')).toMatchObject({ status: 429 });
    for (let turn = 1; turn <= 5; turn++)
      expect(await shop.call('get', '/user/profile/me')).toMatchObject({ body: { gold_margin: 3 } });
    expect((await (await w.shop('calm')).call('put', '/user/display-times', { price_display_time: 20 })).status).toBe(200);
  });

  it.each([
    ['/user/profile/me', 'reader'],
    ['/auth/sessions', 'looker'],
  ])('reads of %s by one account have a ceiling forty times as high, and keep no change off', async (path, name) => {
    const shop = await w.shop(name);
    // More than the reads of two minutes, as one may end and the next begin meanwhile.
    const answers = await Promise.all(Array.from({ length: 245 }, () => shop.call('get', path)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]).toMatchObject({ body: { message: texts.errors.tooManyRequests } });
    // Patiently, because a gateway that so many reads have made stand still takes no change for a second.
    await until(async () => (await shop.call('put', '/user/display-times', { price_display_time: 20 })).status === 200);
  });

  describe('a request that doesn’t come to its end', () => {
    /** Sends `start` and then a byte at a time until the connection is closed. Answers what came back, and after how long. */
    const dribble = async (start: string, more: string) => {
      const { hostname, port } = new URL(w.product.url);
      const socket: Socket = connect(Number(port), hostname);
      let answer = '';
      socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
      socket.on('error', () => {});
      const startedAt = performance.now();
      socket.write(start);
      const timer = setInterval(() => socket.write(more), 50);
      // Not `once` of node:events, which fails where the last byte meets a closed connection.
      await new Promise((closed) => socket.once('close', closed));
      clearInterval(timer);
      return { answer, ms: performance.now() - startedAt };
    };
    const refused = ({ answer, ms }: { answer: string; ms: number }, limitMs: number, usualMs: number) => {
      const { status, body } = readAnswer(answer);
      expect([status, HttpError.parse(body).code]).toEqual([408, 'TIMEOUT']);
      expect(ms).toBeGreaterThan(limitMs * 0.9);
      expect(ms).toBeLessThan(usualMs);
    };

    it('with its head, is ended', async () => {
      refused(await dribble('GET /prices/detailed HTTP/1.1\r\nhost: x\r\n', 'a: b\r\n'), HEAD_MS, USUAL_HEAD_MS);
      refused(await dribble('', ''), HEAD_MS, USUAL_HEAD_MS);
    });

    it.each([
      ['POST /auth/login', 'application/json'],
      ['POST /nowhere', 'text/plain'],
      ['POST /boards/x/events', 'application/json'],
    ])('with the body of %s, is ended', async (line, type) => {
      const head = [`${line} HTTP/1.1`, 'host: x', `content-type: ${type}`, 'content-length: 100000', '', '{'];
      const { answer, ms } = await dribble(head.join('\r\n'), ' ');
      expect(ms).toBeLessThan(USUAL_BODY_MS);
      // A route that needs no body answers before the body's end.
      if (line === 'POST /auth/login') refused({ answer, ms }, BODY_MS, USUAL_BODY_MS);
      else expect(readAnswer(answer).status).toBeGreaterThanOrEqual(400);
    });

    it('with a body that nobody reads, is ended', async () => {
      const { answer, ms } = await dribble('GET /prices/detailed HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n', ' ');
      expect(answer).toMatch(/^HTTP\/1.1 200/);
      expect(ms).toBeLessThan(USUAL_BODY_MS);
    });

    it('is left alone where it is an upload', async () => {
      const admin = await w.admin();
      const made = await admin.call('post', '/user/create', { username: 'slow', password: 'password of a shop' });
      const { token } = (await admin.call('post', '/auth/login', { username: 'slow', password: 'password of a shop' }))
        .body as { token: string };
      expect(made.status).toBe(201);
      const { hostname, port } = new URL(w.product.url);
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
      const form = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n';
      const head = [
        'POST /advertisements/upload HTTP/1.1',
        'host: x',
        `authorization: Bearer ${token}`,
        `content-length: ${form.length}`,
      ];
      socket.write([...head, 'content-type: multipart/form-data; boundary=b', '', form.slice(0, 20)].join('\r\n'));
      const startedAt = performance.now();
      await until(() => performance.now() - startedAt > BODY_MS * 2);
      expect(answer).toBe('');
      socket.write(form.slice(20));
      await until(() => answer.startsWith('HTTP/1.1 400'));
      socket.destroy();
    });
  });
});
