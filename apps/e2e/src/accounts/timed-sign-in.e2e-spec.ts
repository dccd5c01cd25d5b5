import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits, type SignedIn, texts } from '@sarafa/contracts';
import { caller, type Caller, signIn, until } from '@sarafa/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ADMIN, harness, type Harness, QUICK } from '../shared/harness.js';

const PASSWORD = 'password of a shop';
const LEAD_MS = 500;

describe('sign-in', () => {
  let w: Harness;
  let count = 0;

  beforeAll(async () => {
    w = await harness({ env: { TRUST_PROXY: '127.0.0.1', SIGNING_KEY_LEAD_MS: String(LEAD_MS) }, pace: QUICK });
  });

  afterAll(() => w.end());

  /** From an address of its own, which a proxy forwards. */
  const from = (address: string) => (username: string, password: string) =>
    caller(w.product.url).call('post', '/auth/login', { username, password }, { 'x-forwarded-for': address });
  /** In a network of its own. */
  const newAddress = () => `198.18.${++count}.1`;
  const message = ({ body }: Awaited<ReturnType<Caller['call']>>) => (body as { message: string }).message;
  /** The statuses of bursts of `length` tries, until at least `count` have the status `wanted`. */
  const burstsOf = async (length: number, attempt: (turn: number) => ReturnType<Caller['call']>, wanted: number, count = 1) => {
    const statuses: number[] = [];
    for (let turn = 0; statuses.filter((status) => status === wanted).length < count; turn += length) {
      const answers = await Promise.all(Array.from({ length }, (_, index) => attempt(turn + index)));
      statuses.push(...answers.map(({ status }) => status));
    }
    return statuses;
  };
  /**
   * Where tries take long, the last ones of a burst are told to come again (503). Such a try counts as a failure if its password was
   * looked at, and else not.
   */
  const expectFailures = (statuses: number[], most: number) => {
    const countOf = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect(countOf(401)).toBeLessThanOrEqual(most);
    expect(countOf(401) + countOf(503)).toBeGreaterThanOrEqual(most);
    expect(countOf(401) + countOf(429) + countOf(503)).toBe(statuses.length);
  };
  const createShop = async (username: string) => {
    const admin = await w.admin();
    expect((await admin.call('post', '/user/create', { username, password: PASSWORD })).status).toBe(201);
  };

  it('answers a token, the role and whose it is; for half a day to an admin, for thirty days to a shop', async () => {
    await createShop('laxmi');
    const lives = { admin: 12 * 3_600, user: 30 * 86_400 };
    for (const [username, password] of [
      [ADMIN.username, ADMIN.password],
      [' Laxmi ', PASSWORD],
    ] as const) {
      const { status, body } = await from(newAddress())(username, password);
      const { token, role, userId } = body as SignedIn;
      const names = ['device_token', 'message', 'role', 'token', 'userId'];
      expect([status, Object.keys(body as object).sort()]).toEqual([200, names]);
      const claims = decodeJwt(token);
      expect(claims).toMatchObject({ sub: userId, role, iss: 'sarafa' });
      expect(claims.exp! - claims.iat!).toBe(lives[role]);
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: expect.any(String) as unknown });
    }
  });

  it('says the same, after the same time, for an unknown name and a wrong password', async () => {
    await createShop('timed');
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let turn = 0; turn < 15; turn++) {
      for (const [kind, username] of [['known', 'timed'] as const, ['unknown', 'nobody'] as const]) {
        const startedAt = performance.now();
        const answer = await from(newAddress())(username, 'a wrong password');
        times[kind].push(performance.now() - startedAt);
        expect([answer.status, message(answer)]).toEqual([401, texts.login.wrong]);
      }
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
    const ratio = median(times.known) / median(times.unknown);
    // An answer without hashing a password would take a tenth of the time.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('slows down after ten failures of one name from one address, for a right password too, and only there', async () => {
    await createShop('guessed');
    const address = newAddress();
    const spellings = ['guessed', 'GUESSED', 'Guessed', ' guessed '];
    for (let turn = 0; turn < limits.signIn.failuresPerName; turn++) {
      expect((await from(address)(spellings[turn % 4]!, 'wrong')).status).toBe(401);
    }
    for (const password of ['wrong', PASSWORD]) {
      const refused = await from(address)('guessed', password);
      expect([refused.status, message(refused)]).toEqual([429, texts.login.slowedDown]);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
    }
    expect((await from(address)('another', 'wrong')).status).toBe(401);
    expect((await from(newAddress())('guessed', PASSWORD)).status).toBe(200);
  });

  it('counts an IPv6 client by its network: its other addresses are its own', async () => {
    await createShop('sixth');
    const address = (turn: number) => `2001:db8:0:7::${(turn + 1).toString(16)}`;
    for (let turn = 0; turn < limits.signIn.failuresPerName; turn++) {
      expect((await from(address(turn))('sixth', 'wrong')).status).toBe(401);
    }
    expect((await from(address(99))('sixth', PASSWORD)).status).toBe(429);
    expect((await from('2001:db8:0:8::1')('sixth', PASSWORD)).status).toBe(200);
  });

  it('lets a burst of guesses through no more than one after the other would', async () => {
    await createShop('burst');
    const address = newAddress();
    const statuses = await burstsOf(40, (turn) => from(address)('burst', `guess ${turn}`), 429);
    expectFailures(statuses, limits.signIn.failuresPerName);
  });

  it('never slows down whoever is right, however often', async () => {
    await createShop('busy');
    const address = newAddress();
    const statuses = await burstsOf(25, () => from(address)('busy', PASSWORD), 200, 25);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
  });

  it.each([4, 60])('slows an address down after a hundred failures, whatever the names, %i at a time', async (length) => {
    const address = newAddress();
    const statuses = await burstsOf(length, (turn) => from(address)(`name-${turn}`, 'wrong'), 429);
    expectFailures(statuses, limits.signIn.failuresPerAddress);
    expect((await from(address)(ADMIN.username, ADMIN.password)).status).toBe(429);
    await w.admin();
  });

  it('refuses what is no sign-in', async () => {
    const send = (body: unknown) => caller(w.product.url).call('post', '/auth/login', body);
    for (const body of [
      {},
      [],
      null,
      'text',
      { username: ADMIN.username },
      { username: '', password: 'x' },
      { username: ADMIN.username, password: '' },
      { username: { $ne: null }, password: { $ne: null } },
      { username: [ADMIN.username], password: [ADMIN.password] },
      { username: 'a'.repeat(300), password: 'x' },
      { username: ADMIN.username, password: 'x'.repeat(2_000) },
    ]) {
      expect([body, (await send(body)).status]).toEqual([body, 400]);
    }
    expect((await send({ username: ADMIN.username, password: 'x'.repeat(2_000_000) })).status).toBe(413);
    // To a case-insensitive index these full-width letters are a spelling of the username; to us they are no username.
    expect((await send({ username: 'ａｄｍｉｎ', password: ADMIN.password })).status).toBe(401);
  });

  it('goes on with a new key, and signs nobody out', async () => {
    const before = await w.admin();
    // Makes the key look older than the next one ever will.
    const ring = w.db.collection<{ _id: string; keys: { kid: string; signs_from: Date }[] }>('signing_keys');
    await ring.updateOne({ _id: 'ring' }, { $set: { 'keys.0.signs_from': new Date(Date.now() - 500 * 86_400_000) } });
    const [, next] = await until(async () => {
      const { keys } = (await ring.findOne({ _id: 'ring' }))!;
      return keys.length === 2 ? keys : undefined;
    });
    const kidOf = (token: string) => decodeProtectedHeader(token).kid;
    await until(async () => kidOf((await w.admin()).token) === next!.kid);
    expect(kidOf(before.token)).not.toBe(next!.kid);
    expect((await before.call('get', '/auth/me')).status).toBe(200);
    // Not before every process that checks tokens could know the key.
    const published = await signIn(w.product.url, ADMIN.username, ADMIN.password);
    expect(decodeJwt(published.token).iat! * 1_000).toBeGreaterThanOrEqual(next!.signs_from.getTime() - 1_000);
    // Screens' tokens are good for longest: 400 days after the next key has begun, the key's last token has expired.
    await ring.updateOne({ _id: 'ring' }, { $set: { 'keys.1.signs_from': new Date(Date.now() - 401 * 86_400_000) } });
    await until(async () => (await ring.findOne({ _id: 'ring' }))!.keys[0]!.kid === next!.kid);
    await until(async () => (await before.call('get', '/auth/me')).status === 401);
    expect((await published.call('get', '/auth/me')).status).toBe(200);
  });

  it('never writes a password or a token into a log', async () => {
    const { token } = await signIn(w.product.url, ADMIN.username, ADMIN.password);
    await from(newAddress())(ADMIN.username, 'a wrong but secret password');
    const logs = w.product.logs.join('\n');
    for (const secret of [ADMIN.password, PASSWORD, 'a wrong but secret password', token]) expect(logs).not.toContain(secret);
  });
});
