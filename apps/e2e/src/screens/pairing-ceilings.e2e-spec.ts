import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, type Pairing, texts } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { harness, type Harness } from '../shared/harness.js';
import { TvSet } from '../shared/tv-set.js';

/** The hundredth part of the ceiling for public reads. */
const CEILING = 60;

describe('pairings that one network opens', () => {
  let w: Harness;

  beforeAll(async () => {
    w = await harness({ env: { TRUST_PROXY: '127.0.0.1', PUBLIC_RATE_LIMIT_PER_MINUTE: String(100 * CEILING) } });
  });

  afterAll(() => w.end());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  /** A beat that came over TLS. */
  const sent = (body: string) => w.get('/screens/beats', { method: 'POST', headers: { 'x-forwarded-proto': 'https' }, body });
  const open = (address: string) => w.get('/screens/pairings', { method: 'POST', ...from(address) });

  it('are so many in a minute, so that no one keeps the TVs of all others from their codes', async () => {
    const answers = await Promise.all(Array.from({ length: CEILING + 5 }, () => open('192.0.2.1')));
    const statuses = answers.map(({ status }) => status);
    expect([201, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([CEILING, 5]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(HttpError.parse(await refused.json())).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: texts.screens.tooManyPairings,
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect([seconds >= 1, seconds <= 60]).toEqual([true, true]);
    expect(await w.db.collection('pairings').countDocuments()).toBe(CEILING);
    // The TVs of that network that have their codes are paired all the same.
    const { secret } = (await answers.find(({ status }) => status === 201)!.json()) as Pairing;
    expect((await w.get(`/screens/pairings/${secret}`, from('192.0.2.1'))).status).toBe(202);
    expect((await open('192.0.2.2')).status).toBe(201);
  });

  it('are not those of its TVs: one that is paired beats on, though its address reads too much, but not without an end', async () => {
    const tv = await TvSet.pair(w.product.url, await w.shop('walled'), 'Window');
    const refused = async (count: number, ask: () => Promise<{ status: number; headers: Headers }>) =>
      (await Promise.all(Array.from({ length: count }, ask))).find(({ status }) => status === 429);
    // More than once where a new minute has begun among them.
    await until(() => refused(100 * CEILING + 1, () => w.get('/prices/detailed')));
    expect((await tv.beat()).status).toBe(200);
    const { headers } = await until(() => refused(61, () => tv.beat()));
    const seconds = Number(headers.get('retry-after'));
    expect([seconds >= 1, seconds <= 60]).toEqual([true, true]);
    tv.stream.close();
  });

  it('leave the answers to beats, which no other route reads, with the headers of all answers', async () => {
    for (const [body, status, code] of [
      ['{', 400, 'INVALID_INPUT'],
      [JSON.stringify('x'.repeat(4_096)), 413, 'TOO_LARGE'],
    ] as const) {
      const answer = await sent(body);
      expect([answer.status, HttpError.parse(await answer.json()).code]).toEqual([status, code]);
      const names = ['cache-control', 'x-content-type-options', 'strict-transport-security'];
      const headers = names.map((name) => answer.headers.get(name));
      expect(headers).toEqual(['no-store', 'nosniff', expect.stringContaining('max-age')]);
    }
  });

  it('count together where they come from one subscriber’s IPv6 addresses', async () => {
    let networks = 0;
    // Once more where a new minute has begun among them.
    await until(async () => {
      const network = `2001:db8:1:${++networks}`;
      const all = Array.from({ length: CEILING + 1 }, (_, place) => open(`${network}::${(place + 1).toString(16)}`));
      return (await Promise.all(all)).filter(({ status }) => status === 429).length === 1;
    });
  });
});
