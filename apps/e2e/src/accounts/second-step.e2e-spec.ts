import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpError, limits, texts } from '@sarafa/contracts';
import { caller, signIn, signingKey, type SignedInCaller, totpCode } from '@sarafa/testing';
import { decodeJwt, importJWK, SignJWT } from 'jose';
import { harness, type Harness } from '../shared/harness.js';

const PASSWORD = 'password of a shop';
const STEP_MS = 30_000;

describe('a second step over HTTP', () => {
  let w: Harness;
  let shop: SignedInCaller;
  let username: string;
  let secret: string;
  let recovery: string[];
  let count = 0;

  beforeAll(async () => {
    w = await harness();
  });
  afterAll(() => w.end());

  beforeEach(async () => {
    username = `shop-${++count}`;
    await (await w.admin()).call('post', '/user/create', { username, password: PASSWORD });
    shop = await signIn(w.product.url, username, PASSWORD);
    ({ secret } = (await shop.call('post', '/auth/factors/totp')).body as { secret: string });
    const confirmed = await shop.call('post', '/auth/factors/totp/confirm', { code: totpCode(secret) });
    ({ recovery } = confirmed.body as { recovery: string[] });
  });

  const login = async (proof: object = {}, password = PASSWORD) => {
    const answer = await w.get('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password, ...proof }),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as object };
  };
  const needed = (message: string) => ({
    ...{ statusCode: 401, code: 'SECOND_FACTOR_NEEDED', message, requestId: expect.any(String) },
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  const challengeOf = ({ body }: { body: object }) => HttpError.parse(body).challenge;
  const wrongTries = async () => {
    const metrics = await (await fetch(`${w.product.metricsUrl}/metrics`)).text();
    return Number(/^sarafa_sign_ins_total\{outcome="wrong"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  /** The same session, signed more than five minutes ago. */
  const aged = async (session: SignedInCaller) => {
    const { kid, jwk } = await signingKey(w.db);
    const claims = decodeJwt(session.token);
    const iat = claims.iat! - limits.freshSignInMs / 1_000 - 1;
    const key = await importJWK(jwk, 'ES256');
    return caller(w.product.url, await new SignJWT({ ...claims, iat }).setProtectedHeader({ alg: 'ES256', kid }).sign(key));
  };

  it('is asked for with a challenge, until a right code comes, and only so often', async () => {
    let asked = await login();
    expect(asked).toEqual({ status: 401, retryAfter: null, body: needed(texts.factors.needed) });
    const right = await login({ challenge: challengeOf(asked), code: totpCode(secret, Date.now() + STEP_MS) });
    expect([right.status, Object.keys(right.body)]).toEqual([200, ['token', 'role', 'userId', 'message', 'device_token']]);
    asked = await login();
    const counted = await wrongTries();
    for (let turn = 0; turn < limits.secondStep.tries; turn++) {
      const before = challengeOf(asked);
      asked = await login({ challenge: before, code: '12345' });
      expect(asked.body).toEqual(needed(texts.factors.wrong));
      expect(challengeOf(asked)).not.toBe(before);
    }
    // Operators see guesses at the second step as they see those at passwords; being asked for it is no failure.
    expect((await wrongTries()) - counted).toBe(limits.secondStep.tries);
    const { status, retryAfter, body } = await login({ challenge: challengeOf(asked), code: recovery[0] });
    expect([status, HttpError.parse(body).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(retryAfter)).toBeGreaterThan(800);
    // A wrong password is told what it always is, and the sessions from before go on.
    expect((await login({}, 'wrong password')).body).toMatchObject({ code: 'UNAUTHENTICATED', message: texts.login.wrong });
    expect((await shop.call('get', '/auth/me')).status).toBe(200);
  });

  it('is needed for a token that is fresh: the present password alone gives none', async () => {
    const change = { current_password: PASSWORD, password: 'another password' };
    const old = await aged(shop);
    const refused = await old.call('put', '/auth/password', change);
    expect([refused.status, HttpError.parse(refused.body).code]).toEqual([403, 'FRESH_SIGN_IN_NEEDED']);
    const wrong = await old.call('put', '/auth/password', { ...change, current_password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect((await shop.call('put', '/auth/password', change)).status).toBe(200);
  });

  it('is reset by an owner, also of a shop, and then there is none', async () => {
    const owner = await w.admin();
    const path = `/admin/${shop.userId}/factors`;
    expect((await owner.call('delete', path)).status).toBe(200);
    expect((await login()).status).toBe(200);
    expect((await shop.call('get', '/auth/factors')).body).toEqual([]);
    expect((await owner.call('delete', path)).status).toBe(404);
  });
});
