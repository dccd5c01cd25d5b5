import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountState, type Actor, type AppError, limits, type SecondStepProof, texts, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running, StateCache } from '@sarafa/server';
import { natsAndMongo, type Servers, totpCode, until, untilNextCode } from '@sarafa/testing';
import mongoose from 'mongoose';
import { usersApp } from '../users.app.js';

const PASSWORD = 'a long password';
const PUBLIC: Actor = { role: 'public' };
const session = {
  ...{ device: 'Chrome on Android', address: '198.51.100.0/24' },
  lifeS: { admin: 3_600, user: 7_200 },
};
const STEP_MS = 30_000;
const SOME_ID = 'a'.repeat(24);

describe('second steps', () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let state: StateCache;
  let running: Running[];
  let first: Actor & { role: 'admin' };
  /** The shop that each test has for itself. */
  let shop: Actor & { role: 'user' };
  let username: string;
  let count = 0;

  const start = (env: object = {}) =>
    usersApp.start(usersApp.config.parse({ ...servers.env, ADMIN_PASSWORD: PASSWORD, ...env }));

  beforeAll(async () => {
    servers = await natsAndMongo();
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    state = new StateCache(bus);
    // Two replicas, which share the calls between them.
    running = [await start(), await start()];
    const { id } = await rpc.call(users.verifyPassword, { username: 'admin', password: PASSWORD }, PUBLIC);
    first = { role: 'admin', id, admin_role: 'owner' };
  });

  afterAll(async () => {
    await Promise.all(running.map((app) => app.close()));
    state.onApplicationShutdown();
    await bus.close();
    await servers.remove();
  });

  beforeEach(async () => {
    username = `shop-${++count}`;
    const id = new mongoose.Types.ObjectId().toHexString();
    await rpc.call(users.createShop, { id, fields: { username, password: PASSWORD } }, first);
    shop = { role: 'user', id };
  });

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  const signIn = (proof: SecondStepProof = {}, name = username, password = PASSWORD) => {
    const second = { ...proof, host: 'rates.example.com' };
    return rpc.call(users.verifyPassword, { username: name, password, session, second }, PUBLIC);
  };
  const challenge = async (name = username) => (await refusal(signIn({}, name)))!.asked!.challenge;
  const withCode = async (code: string, name = username) => signIn({ challenge: await challenge(name), code }, name);
  const document = async () => (await servers.db.collection('accounts').findOne({ username }))!;
  const list = (actor: Actor = shop) => rpc.call(users.listFactors, {}, actor);
  /** An authenticator app; the code that has confirmed it is taken back, so that the present code counts still. */
  const setUp = async (actor: Actor = shop) => {
    const { secret } = await rpc.call(users.beginTotp, {}, actor);
    // With the digits of a phone that is set to Hindi.
    const code = totpCode(secret).replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)]!);
    const { recovery } = await rpc.call(users.confirmTotp, { code }, actor);
    return { secret, recovery };
  };
  const unused = (name = username) =>
    servers.db.collection('accounts').updateOne({ username: name }, { $set: { 'factors.0.last_step': 0 } });
  const wrongOf = (secret: string) => {
    const near = [-1, 0, 1, 2].map((steps) => totpCode(secret, Date.now() + steps * STEP_MS));
    return ['000000', '111111', '222222', '333333', '444444'].find((code) => !near.includes(code))!;
  };
  /** With enough of the present code's time left for what comes. */
  const early = () => until(() => untilNextCode() > 8_000);

  it('are set up by an app’s first code, which counts as used, and are asked for from then on', async () => {
    const { secret, uri } = await rpc.call(users.beginTotp, {}, shop);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Sarafa:${username}`,
    ]);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ issuer: 'Sarafa', secret, algorithm: 'SHA1', digits: '6', period: '30' },
    });
    // Nothing counts before.
    expect((await signIn()).sid).toBeDefined();
    const wrong = { code: 'INVALID_INPUT', details: [{ path: 'code', message: texts.factors.wrong }] };
    expect(await refusal(rpc.call(users.confirmTotp, { code: wrongOf(secret) }, shop))).toMatchObject(wrong);
    await early();
    const code = totpCode(secret);
    const { recovery } = await rpc.call(users.confirmTotp, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, shop);
    expect(new Set(recovery).size).toBe(limits.secondStep.recoveryCodes);
    const [factor, ...others] = await list();
    expect(factor).toMatchObject({ kind: 'totp', name: 'Authenticator app', recovery_left: 10, used_at: factor!.since });
    expect(others).toEqual([]);
    expect(await refusal(withCode(code))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED', message: texts.factors.wrong });
    // A set-up is over with its confirmation.
    const over = { code: 'INVALID_INPUT', message: texts.factors.setUpOver };
    expect(await refusal(rpc.call(users.confirmTotp, { code }, shop))).toMatchObject(over);
    // And after its time.
    const again = await rpc.call(users.beginTotp, {}, shop);
    const until = { 'second_step.totp.until': new Date(Date.now() - 1) };
    await servers.db.collection('accounts').updateOne({ username }, { $set: until });
    const late = rpc.call(users.confirmTotp, { code: totpCode(again.secret) }, shop);
    expect(await refusal(late)).toMatchObject(over);
  });

  it('keep nothing of a secret where it is published, logged or listed, and recovery codes as hashes alone', async () => {
    const { secret, recovery } = await setUp();
    const { factors, audit } = await document();
    expect(JSON.stringify(factors)).toContain(secret);
    const told = [await list(), await state.ask(accountState, shop.id), audit];
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(JSON.stringify(told)).not.toContain('recovery"');
    const plain = recovery.map((code) => code.replaceAll('-', ''));
    for (const code of [...recovery, ...plain]) expect(JSON.stringify(factors)).not.toContain(code);
  });

  it('reveal nothing to a wrong password, and begin no session without them', async () => {
    const { secret } = await setUp();
    await unused();
    const waiting = await challenge();
    for (const proof of [{}, { challenge: waiting, code: totpCode(secret) }]) {
      const refused = await refusal(signIn(proof, username, 'wrong password'));
      expect([refused!.code, refused!.message, refused!.asked]).toEqual(['UNAUTHENTICATED', texts.login.wrong, undefined]);
    }
    expect((await document())['sessions'] ?? []).toEqual([]);
    await signIn({ challenge: waiting, code: totpCode(secret) });
    expect((await document())['sessions']).toHaveLength(1);
  });

  it('refuse an auth that can’t ask for them', async () => {
    await setUp();
    const asked = { username, password: PASSWORD, session };
    expect(await refusal(rpc.call(users.verifyPassword, asked, PUBLIC))).toMatchObject({ code: 'UNAVAILABLE' });
    expect((await document())['sessions'] ?? []).toEqual([]);
  });

  it('take a code once, over all replicas, and none that is older than the last one', async () => {
    const { secret } = await setUp();
    await unused();
    await early();
    const code = totpCode(secret);
    const waiting = [await challenge(), await challenge(), await challenge()];
    const tried = await Promise.all(waiting.map((one) => refusal(signIn({ challenge: one, code }))));
    expect(tried.map((one) => one?.code).sort()).toEqual(['SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_NEEDED', undefined]);
    expect((await document())['sessions']).toHaveLength(1);
    const before = totpCode(secret, Date.now() - STEP_MS);
    expect(await refusal(withCode(before))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    await withCode(totpCode(secret, Date.now() + STEP_MS));
  });

  it('let a clock be one step off either way, and no more', async () => {
    const { secret } = await setUp();
    await early();
    for (const [steps, isRight] of [
      [-2, false],
      [-1, true],
      [1, true],
      [2, false],
    ] as const) {
      await unused();
      const refused = await refusal(withCode(totpCode(secret, Date.now() + steps * STEP_MS)));
      expect([steps, refused === undefined]).toEqual([steps, isRight]);
    }
  });

  it('need the challenge of a sign-in, each once and in time', async () => {
    const { secret } = await setUp();
    await early();
    await unused();
    const code = totpCode(secret);
    const used = await challenge();
    await signIn({ challenge: used, code });
    const late = await challenge();
    const past = { $set: { 'second_step.challenges.$[].until': new Date(Date.now() - 1_000) } };
    await servers.db.collection('accounts').updateOne({ username }, past);
    // The late one first, because the next sign-in removes it.
    for (const one of [late, used, undefined, '']) {
      await unused();
      const refused = await refusal(signIn({ challenge: one, code }));
      expect(refused).toMatchObject({ code: 'SECOND_FACTOR_NEEDED', asked: { challenge: expect.any(String) } });
      expect(refused!.asked!.challenge).not.toBe(one);
    }
  });

  it('judge five wrong codes in fifteen minutes, also of many at once, and then not even a right one', async () => {
    const { secret, recovery } = await setUp();
    await unused();
    const code = wrongOf(secret);
    const waiting = await Promise.all(Array.from({ length: 10 }, () => challenge()));
    const tried = await Promise.all(waiting.map((one) => refusal(signIn({ challenge: one, code }))));
    const codes = tried.map((one) => one!.code);
    expect(codes.filter((one) => one === 'SECOND_FACTOR_NEEDED')).toHaveLength(limits.secondStep.tries);
    expect(codes.filter((one) => one === 'TOO_MANY_REQUESTS')).toHaveLength(5);
    for (const right of [totpCode(secret), recovery[0]!]) {
      const refused = await refusal(withCode(right));
      expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: texts.factors.slowedDown });
      expect(refused!.retryAfterSeconds).toBeGreaterThan(800);
      expect(refused!.retryAfterSeconds).toBeLessThanOrEqual(limits.secondStep.windowMs / 1_000);
    }
    const accounts = servers.db.collection('accounts');
    const stored = async () => ((await accounts.findOne({ username }))!['second_step'] as { tries: object[] }).tries;
    const tries = await stored();
    const triedIn = (ms: number) => {
      const at = new Date(Date.now() + ms);
      return accounts.updateOne({ username }, { $set: { 'second_step.tries': tries.map((one) => ({ ...one, at })) } });
    };
    // By a replica whose clock is ahead of this one's.
    await triedIn(3_600_000);
    expect(await refusal(withCode(recovery[0]!))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await triedIn(-limits.secondStep.windowMs - 1_000);
    await withCode(totpCode(secret));
    // By a clock that was wrong for a while: they neither count nor keep others from being counted.
    await triedIn(365 * 86_400_000);
    await refusal(withCode(code));
    expect(await stored()).toHaveLength(1);
    await withCode(recovery[0]!);
  });

  it('count no right code, and wrong ones of a set-up by themselves', async () => {
    const { secret } = await setUp();
    for (let turn = 0; turn < limits.secondStep.tries + 1; turn++) {
      await unused();
      await withCode(totpCode(secret));
    }
    const again = await rpc.call(users.beginTotp, {}, shop);
    const confirm = () => refusal(rpc.call(users.confirmTotp, { code: wrongOf(again.secret) }, shop));
    for (let turn = 0; turn < limits.secondStep.tries; turn++) expect((await confirm())!.code).toBe('INVALID_INPUT');
    expect(await confirm()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await unused();
    await withCode(totpCode(secret));
  });

  it('take each recovery code once, as people write it', async () => {
    const { recovery } = await setUp();
    const [one = '', other = ''] = recovery;
    const waiting = [await challenge(), await challenge()];
    const tried = await Promise.all(waiting.map((each) => refusal(signIn({ challenge: each, code: one }))));
    expect(tried.filter((refused) => refused === undefined)).toHaveLength(1);
    await withCode(` ${other.toLowerCase().replaceAll('-', ' ')}`);
    expect(await refusal(withCode(other))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    expect(await list()).toMatchObject([{ recovery_left: 8 }]);
  });

  it('count again where the session that they began can’t be published', async () => {
    const { secret, recovery } = await setUp();
    await unused();
    await early();
    const { streams } = await bus.jetStream.manager();
    for (const code of [recovery[0]!, totpCode(secret)]) {
      const waiting = await challenge();
      await streams.update('KV_accounts', { max_msg_size: 1 });
      const refused = await refusal(signIn({ challenge: waiting, code }));
      await streams.update('KV_accounts', { max_msg_size: -1 });
      expect([refused!.code, (await document())['sessions']]).toEqual(['UNAVAILABLE', []]);
      expect((await withCode(code)).sid).toBeDefined();
      await servers.db.collection('accounts').updateOne({ username }, { $set: { sessions: [] } });
    }
  });

  it('are replaced by a new app with its own recovery codes, and removed by who has them', async () => {
    const before = await setUp();
    const after = await setUp();
    expect(await list()).toHaveLength(1);
    for (const code of [before.recovery[0]!, totpCode(before.secret)]) {
      expect(await refusal(withCode(code))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    }
    await withCode(after.recovery[0]!);
    const [{ id } = { id: '' }] = await list();
    const other: Actor = { ...first };
    expect(await refusal(rpc.call(users.removeFactor, { id }, other))).toMatchObject({ code: 'NOT_FOUND' });
    await rpc.call(users.removeFactor, { id }, shop);
    expect(await list()).toEqual([]);
    expect((await signIn()).sid).toBeDefined();
  });

  it('don’t let a password’s change stand for them', async () => {
    await setUp();
    // A call without a token is none of a fresh sign-in. With one it is asked over HTTP (second-step.e2e-spec.ts).
    const change = (current_password: string) =>
      rpc.call(users.changePassword, { current_password, password: PASSWORD, session }, shop);
    expect(await refusal(change('wrong'))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await refusal(change(PASSWORD))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are reset by an owner alone, for whom there is something to reset', async () => {
    await setUp();
    const reset = (id: string, actor: Actor = first) => refusal(rpc.call(users.resetFactors, { id }, actor));
    for (const actor of [{ ...first, admin_role: 'operator' as const }, shop]) {
      expect(await reset(shop.id, actor)).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await reset(shop.id)).toBeUndefined();
    expect(await document()).not.toHaveProperty('second_step');
    expect((await signIn()).sid).toBeDefined();
    for (const id of [shop.id, SOME_ID]) expect(await reset(id)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('hold for a sign-in too that had read the account before', async () => {
    await setUp();
    const { factors } = await document();
    const accounts = servers.db.collection('accounts');
    await accounts.updateOne({ username }, { $unset: { factors: 1 } });
    const raced = Array.from({ length: 12 }, () => refusal(signIn()));
    // Replicas take calls in turn: by these answers they have read the account for the sign-ins, whose passwords wait for each other.
    for (let turn = 0; turn < 4; turn++) await list();
    const changed = await accounts.findOneAndUpdate({ username }, { $set: { factors } }, { returnDocument: 'after' });
    const begun = (changed!['sessions'] as unknown[] | undefined)?.length ?? 0;
    expect(begun).toBeLessThan(raced.length);
    await Promise.all(raced);
    expect(((await document())['sessions'] as unknown[] | undefined)?.length ?? 0).toBe(begun);
  });
});
