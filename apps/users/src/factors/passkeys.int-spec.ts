import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, type AppError, type PasskeyRequest, texts, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running } from '@sarafa/server';
import { natsAndMongo, type Servers, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { PASSKEY_HOST as HOST, PASSKEY_ORIGIN as ORIGIN, SoftAuthenticator } from '../testing/soft-authenticator.js';
import { usersApp } from '../users.app.js';

const PASSWORD = 'a long password';
const session = {
  ...{ device: 'Chrome on Android', address: '198.51.100.0/24' },
  lifeS: { admin: 3_600, user: 7_200 },
};

describe('passkeys', () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let running: Running;
  let owner: Actor & { role: 'admin' };
  let shop: Actor & { role: 'user' };
  let username: string;
  let device: SoftAuthenticator;
  let count = 0;

  beforeAll(async () => {
    servers = await natsAndMongo();
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    running = await usersApp.start(usersApp.config.parse({ ...servers.env, ADMIN_PASSWORD: PASSWORD }));
    const first = () => rpc.call(users.verifyPassword, { username: 'admin', password: PASSWORD }, { role: 'public' });
    const { id } = await until(() => first().catch(() => undefined));
    owner = { role: 'admin', id, admin_role: 'owner' };
  });
  afterAll(async () => {
    await running.close();
    await bus.close();
    await servers.remove();
  });
  beforeEach(async () => {
    username = `shop-${++count}`;
    const id = new mongoose.Types.ObjectId().toHexString();
    await rpc.call(users.createShop, { id, fields: { username, password: PASSWORD } }, owner);
    shop = { role: 'user', id };
    device = new SoftAuthenticator();
  });

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  const begin = (host = HOST) => rpc.call(users.beginPasskey, { host }, shop);
  const add = (response: object, host = HOST) => rpc.call(users.addPasskey, { name: ' My phone ', response, host }, shop);
  const register = async () => add(device.create((await begin()).challenge));
  const signIn = (proof: object = {}, host = HOST) =>
    rpc.call(users.verifyPassword, { username, password: PASSWORD, session, second: { ...proof, host } }, { role: 'public' });
  const asked = async (host = HOST) =>
    (await refusal(signIn({}, host)))!.asked as { challenge: string; passkey?: PasskeyRequest };

  it('are made for the host of the site, and sign in there with one answer to each challenge', async () => {
    const options = await begin();
    expect([options.rp.id, options.user.name, options.excludeCredentials]).toEqual([HOST, username, []]);
    const factor = await add(device.create(options.challenge));
    expect(factor).toMatchObject({ kind: 'passkey', name: 'My phone', used_at: null });
    const id = device.id.toString('base64url');
    expect((await begin()).excludeCredentials).toMatchObject([{ id }]);

    const { challenge, passkey } = await asked();
    expect(passkey).toMatchObject({ challenge, rpId: HOST, allowCredentials: [{ id }] });
    const answer = device.get(challenge);
    expect((await signIn({ challenge, passkey: answer })).sid).toBeDefined();
    expect(await refusal(signIn({ challenge, passkey: answer }))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    const [listed] = await rpc.call(users.listFactors, {}, shop);
    expect(listed!.used_at).not.toBeNull();
  });

  it('are not made of an answer to another challenge, of another site, a second time or too late', async () => {
    const { challenge } = await begin();
    const wrong = [
      add(device.create(randomBytes(32).toString('base64url'))),
      add(device.create(challenge, 'https://evil.example.com')),
      add(device.create(challenge, `http://${HOST}`)),
      add(device.create(challenge, ORIGIN, 'evil.example.com')),
      add(device.create(challenge, 'https://evil.example.com', 'evil.example.com'), 'evil.example.com'),
      add({ ...device.create(challenge), id: 'bm9uZQ' }),
    ];
    for (const one of wrong) expect(await refusal(one)).toMatchObject({ code: 'INVALID_INPUT' });
    const right = device.create(challenge);
    await add(right);
    expect(await refusal(add(right))).toMatchObject({ code: 'INVALID_INPUT' });
    const again = device.create((await begin()).challenge);
    expect(await refusal(add(again))).toMatchObject({ code: 'INVALID_INPUT', message: texts.factors.wrongPasskey });
    const late = new SoftAuthenticator().create((await begin()).challenge);
    const past = { $set: { 'second_step.passkey.until': new Date(Date.now() - 1_000) } };
    await servers.db.collection('accounts').updateOne({ username }, past);
    expect(await refusal(add(late))).toMatchObject({ code: 'INVALID_INPUT' });
  });

  describe('at the same moment', () => {
    const together = async (one: () => Promise<unknown>) =>
      (await Promise.all([refusal(one()), refusal(one())])).filter(Boolean);

    it('are made once, and nobody is told that there is no room', async () => {
      const right = device.create((await begin()).challenge);
      expect(await together(() => add(right))).toMatchObject([{ code: 'INVALID_INPUT', message: texts.factors.wrongPasskey }]);
      expect(await rpc.call(users.listFactors, {}, shop)).toHaveLength(1);
    });

    it('are removed once, and a shop is told nothing of admins', async () => {
      const { id } = await register();
      const remove = () => rpc.call(users.removeFactor, { id }, shop);
      expect(await together(remove)).toMatchObject([{ code: 'NOT_FOUND', message: texts.factors.notFound }]);
    });
  });

  it('let nobody in by an answer of another key, site, challenge or device, or of a copy; five of them are the last', async () => {
    await register();
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const wrong: ((challenge: string) => object)[] = [
      (challenge) => device.get(challenge, ORIGIN, HOST, other),
      (challenge) => device.get(challenge, 'https://evil.example.com'),
      (challenge) => device.get(challenge, ORIGIN, 'evil.example.com'),
      () => device.get(randomBytes(32).toString('base64url')),
      (challenge) => new SoftAuthenticator().get(challenge),
    ];
    for (const answer of wrong) {
      const { challenge } = await asked();
      const refused = await refusal(signIn({ challenge, passkey: answer(challenge) }));
      expect(refused).toMatchObject({ code: 'SECOND_FACTOR_NEEDED', asked: { passkey: { rpId: HOST } } });
    }
    const { challenge } = await asked();
    expect(await refusal(signIn({ challenge, passkey: device.get(challenge) }))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await servers.db.collection('accounts').updateOne({ username }, { $unset: { second_step: 1 } });
    const next = await asked();
    await signIn({ challenge: next.challenge, passkey: device.get(next.challenge) });
    // Whoever has copied the device signs with a count that was there already.
    device.counter = 0;
    const last = await asked();
    const copied = signIn({ challenge: last.challenge, passkey: device.get(last.challenge) });
    expect(await refusal(copied)).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
  });

  it('are offered to the site that they were made for alone, whatever host a request names', async () => {
    await register();
    for (const host of ['evil.example.com', 'example.com', '', 'a b', '[::1']) {
      const { challenge, passkey } = await asked(host);
      expect(passkey).toBeUndefined();
      const answers = [device.get(challenge), device.get(challenge, `https://${host}`, host)];
      for (const answer of answers) {
        expect(await refusal(signIn({ challenge, passkey: answer }, host))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
        await servers.db.collection('accounts').updateOne({ username }, { $unset: { 'second_step.tries': 1 } });
      }
    }
    // A port is none of the name that a passkey is bound to, but one of the page's origin.
    const { challenge, passkey } = await asked(`${HOST}:8443`);
    expect(passkey).toBeDefined();
    const there = device.get(challenge, `https://${HOST}:8443`);
    expect((await signIn({ challenge, passkey: there }, `${HOST}:8443`)).sid).toBeDefined();
  });

  it('are no more than an account may have', async () => {
    for (let turn = 0; turn < 10; turn++) {
      device = new SoftAuthenticator();
      await register();
    }
    device = new SoftAuthenticator();
    expect(await refusal(register())).toMatchObject({ code: 'CONFLICT' });
  });
});
