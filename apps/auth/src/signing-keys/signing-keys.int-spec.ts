import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Jwks, siteJwks, siteScreenJwks } from '@sarafa/contracts';
import { Bus, StateCache, newAppContext, withBus } from '@sarafa/server';
import { natsAndMongo, type Servers, until } from '@sarafa/testing';
import { NestFactory } from '@nestjs/core';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose';
import { AuthConfig } from '../auth.config.js';
import { AuthModule } from '../auth.module.js';
import type { RingName, SigningKey } from './key-ring.schema.js';
import { PeoplesKeys, ScreensKeys } from './rings.js';
import type { SigningKeys } from './signing-keys.js';

const DAY_MS = 86_400_000;
const NEW_MASTER_KEY = Buffer.alloc(32, 'new').toString('base64');

interface Replica {
  readonly people: SigningKeys;
  readonly screens: SigningKeys;
  checks(): Promise<Record<string, string>>;
  close(): Promise<void>;
}
interface Ring {
  readonly _id: RingName;
  readonly rev: number;
  readonly keys: SigningKey[];
}

describe('signing keys', () => {
  let servers: Servers;
  let bus: Bus;
  let state: StateCache;
  let running: Replica[] = [];

  beforeAll(async () => {
    servers = await natsAndMongo();
  });

  afterAll(() => servers.remove());

  beforeEach(async () => {
    await servers.nats.stop('SIGKILL');
    await servers.nats.wipe();
    await servers.nats.start();
    await servers.db.dropDatabase();
    bus = await Bus.connect(servers.nats.url, 'spec');
    state = new StateCache(bus);
  });

  afterEach(async () => {
    await Promise.all(running.map((app) => app.close()));
    running = [];
    state.onApplicationShutdown();
    await bus.close();
  });

  /** Starts one replica. */
  const replica = async (env: Record<string, string> = {}) => {
    const config = AuthConfig.parse({ ...servers.env, ...env });
    const own = await Bus.connect(servers.nats.url, 'auth');
    const appContext = newAppContext();
    const module = withBus(own, appContext, AuthModule.with(config, appContext));
    const app = await NestFactory.createApplicationContext(module, { abortOnError: false });
    const replica: Replica = {
      people: app.get(PeoplesKeys, { strict: false }),
      screens: app.get(ScreensKeys, { strict: false }),
      checks: async () => (await appContext.health.readiness()).checks,
      close: () => app.close().then(() => own.close()),
    };
    running.push(replica);
    return replica;
  };
  const start = async (env: Record<string, string> = {}) => (await replica(env)).people;
  const signedBy = async (keys: SigningKeys) => {
    const { kid, privateKey } = await keys.signing();
    return new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).setExpirationTime('1h').sign(privateKey);
  };
  const published = (ring = siteJwks) => state.load(ring, '').catch(() => null) as Promise<Jwks | null>;
  /** Checks a token as every service does: with the published keys. */
  const isBelieved = async (token: string, ring = siteJwks) =>
    jwtVerify(token, createLocalJWKSet((await published(ring))!), { algorithms: ['ES256'] }).then(
      () => true,
      () => false,
    );
  const rings = () => servers.db.collection<Ring>('signing_keys');
  const ring = async (name: RingName = 'ring') => (await rings().findOne({ _id: name }))!;
  const age = (index: number, days: number) =>
    rings().updateOne({ _id: 'ring' }, { $set: { [`keys.${index}.signs_from`]: new Date(Date.now() - days * DAY_MS) } });
  const kidOf = (token: string) => decodeProtectedHeader(token).kid!;

  it('are one ring, however many replicas start at once, and each is believed by all', async () => {
    const replicas = await Promise.all([start(), start(), start()]);
    const tokens = await Promise.all(replicas.map(signedBy));
    expect((await ring()).keys).toHaveLength(1);
    expect(new Set(tokens.map(kidOf)).size).toBe(1);
    for (const token of tokens) expect(await isBelieved(token)).toBe(true);
  });

  it('are the same after a new start, and their private halves are published nowhere', async () => {
    const token = await signedBy(await start());
    await running.pop()!.close();
    expect(kidOf(await signedBy(await start()))).toBe(kidOf(token));
    expect(Object.keys((await published())!.keys[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('are followed by one new key, which replicas sign with only once everybody has had time to hear of it', async () => {
    const replicas = await Promise.all([start({ SIGNING_KEY_LEAD_MS: '700' }), start({ SIGNING_KEY_LEAD_MS: '700' })]);
    const before = await signedBy(replicas[0]!);
    await age(0, 91);
    const keys = await until(async () => {
      const found = (await published())?.keys ?? [];
      return found.length > 1 ? found : undefined;
    });
    expect(keys).toHaveLength(2);
    const from = (await ring()).keys[1]!.signs_from.getTime();
    const followed = async (replica: SigningKeys) => {
      await until(async () => kidOf(await signedBy(replica)) === keys[1]!.kid);
      expect(Date.now()).toBeGreaterThanOrEqual(from);
    };
    await Promise.all(replicas.map(followed));
    expect((await ring()).keys).toHaveLength(2);
    expect(await isBelieved(before)).toBe(true);
    for (const replica of replicas) expect(await isBelieved(await signedBy(replica))).toBe(true);
  });

  it('go when the last token that they signed has ended, and not before', async () => {
    const keys = await start({ SIGNING_KEY_DAYS: '500', SIGNING_KEY_LEAD_MS: '0' });
    const old = await signedBy(keys);
    await age(0, 800);
    await until(async () => kidOf(await signedBy(keys)) !== kidOf(old));
    const next = await signedBy(keys);
    // The old key's last token was signed for a screen, 399 days ago, and is good for one more.
    await age(1, 399);
    // A spent key in front of the old one: once the spent key is gone, the sweep has judged the old key as well.
    const { jwk, signs_from } = (await ring()).keys[0]!;
    const spent = { kid: 'spent', jwk, signs_from };
    await rings().updateOne({ _id: 'ring' }, { $push: { keys: { $each: [spent], $position: 0 } } });
    await until(async () => (await ring()).keys[0]!.kid !== 'spent');
    expect((await ring()).keys.map(({ kid }) => kid)).toEqual([kidOf(old), kidOf(next)]);
    expect(await isBelieved(old)).toBe(true);
    await age(1, 401);
    await until(async () => !(await isBelieved(old)));
    expect((await ring()).keys.map(({ kid }) => kid)).toEqual([kidOf(next)]);
    expect(await isBelieved(next)).toBe(true);
  });

  it('have no private half that could be read in the database, and none at all once they sign no more', async () => {
    const one = await replica({ SIGNING_KEY_LEAD_MS: '0' });
    for (const keys of [one.people, one.screens]) await signedBy(keys);
    const stored = JSON.stringify(await rings().find().toArray());
    expect([stored.match(/"wrapped":"/g)?.length, stored.includes('"d":')]).toEqual([2, false]);
    await age(0, 93);
    await until(async () => (await ring()).keys.length === 2);
    await age(1, 2);
    const [old, next] = await until(async () => {
      const { keys } = await ring();
      return keys.length === 2 && !keys[0]!.wrapped ? keys : undefined;
    });
    expect([Object.keys(old!), Object.keys(next!)]).toEqual([
      ['kid', 'jwk', 'signs_from'],
      ['kid', 'jwk', 'wrapped', 'signs_from'],
    ]);
  });

  it('sign on after a clock that was a year ahead: one of a machine changes nothing, and that of NATS keeps nobody out', async () => {
    const env = { SIGNING_KEY_LEAD_MS: '0' };
    const before = await signedBy(await start(env));
    const ofMachine = Date.now.bind(Date);
    const wrong = jest.spyOn(Date, 'now').mockImplementation(() => ofMachine() + 365 * DAY_MS);
    try {
      expect(kidOf(await signedBy(await start(env)))).toBe(kidOf(before));
      expect((await ring()).keys).toHaveLength(1);
    } finally {
      wrong.mockRestore();
    }
    // By the clock of NATS the first key is followed, and loses its private half.
    await age(0, 93);
    const { keys } = await until(async () => ((await ring()).keys.length === 2 ? ring() : undefined));
    await age(1, 2);
    await until(async () => !(await ring()).keys[0]!.wrapped);
    await Promise.all(running.splice(0).map((app) => app.close()));
    await age(1, -365);
    const next = await signedBy(await start(env));
    expect((await ring()).keys.map(({ kid }) => kid)).toEqual([kidOf(before), kidOf(next), keys[1]!.kid]);
    expect([await isBelieved(before), await isBelieved(next)]).toEqual([true, true]);
  });

  it('can be read by the master key alone: with another one auth is not ready, says why, and changes nothing', async () => {
    const token = await signedBy(await start());
    await running.pop()!.close();
    await age(0, 91);
    const before = await ring();
    const other = await replica({ MASTER_KEY: NEW_MASTER_KEY });
    await expect(signedBy(other.people)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const words = /^Signing keys are wrapped by the master key [0-9a-f]{8}, and MASTER_KEY has only [0-9a-f]{8}$/;
    expect(await other.checks()).toMatchObject({ 'signing keys (ring)': expect.stringMatching(words) });
    expect(await ring()).toEqual(before);
    // Whoever has a token goes on.
    expect(await isBelieved(token)).toBe(true);
    // Where the master key is lost, the operator removes the keys.
    await rings().updateMany({}, { $set: { keys: [] }, $inc: { rev: 1 } });
    for (const keys of [other.people, other.screens]) await until(() => signedBy(keys).catch(() => undefined));
    expect(await other.checks()).toMatchObject({ 'signing keys (ring)': 'ok', 'signing keys (screens)': 'ok' });
  });

  it('are wrapped anew by a new master key, beside replicas that have the old one alone', async () => {
    const old = await replica();
    const token = await signedBy(old.people);
    const { wrapped } = (await ring()).keys[0]!;
    const both = await replica({ MASTER_KEY: `${NEW_MASTER_KEY},${servers.env.MASTER_KEY}` });
    await until(async () => (await ring()).keys[0]!.wrapped !== wrapped);
    await until(async () => (await ring('screens')).rev > 1);
    for (const { people } of [old, both]) expect(kidOf(await signedBy(people))).toBe(kidOf(token));
    expect((await old.checks())['signing keys (ring)']).toBe('ok');
    const next = await replica({ MASTER_KEY: NEW_MASTER_KEY });
    expect(kidOf(await signedBy(next.people))).toBe(kidOf(token));
    expect(await next.checks()).toMatchObject({ 'signing keys (ring)': 'ok', 'signing keys (screens)': 'ok' });
  });

  it('take over a ring of the release before, which goes on signing until no pod of that release is left', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const plain = { kid, jwk, signs_from: new Date(Date.now() - DAY_MS) };
    await rings().insertOne({ _id: 'ring', rev: 1, keys: [plain] });
    const one = await replica({ SIGNING_KEY_LEAD_MS: '0' });
    const [token, screen] = [await signedBy(one.people), await signedBy(one.screens)];
    expect([kidOf(token), kidOf(screen)]).toEqual([kid, kid]);
    // As pods of the release before need it.
    const { keys } = await ring();
    expect(keys).toEqual([plain, { ...keys[1], wrapped: expect.any(String) }]);
    // The ring of screens may hold the public half of people's next key as well.
    const own = async () => (await ring('screens')).keys.find(({ wrapped }) => wrapped)!;
    for (const next of [keys[1]!, await own()]) {
      expect(Math.abs(next.signs_from.getTime() - Date.now() - 3_600_000)).toBeLessThan(30_000);
    }
    expect((await published(siteScreenJwks))!.keys.map((key) => key.kid)).toContain(kid);
    // An hour later.
    const due = { $set: { 'keys.$[next].signs_from': new Date(Date.now() - 1_000) } };
    await rings().updateMany({}, due, { arrayFilters: [{ 'next.wrapped': { $exists: true } }] });
    await until(async () => kidOf(await signedBy(one.people)) === keys[1]!.kid);
    await until(async () => kidOf(await signedBy(one.screens)) === (await own()).kid);
    await until(async () => !JSON.stringify(await rings().find().toArray()).includes('"d":'));
    expect([await isBelieved(token), await isBelieved(screen, siteScreenJwks)]).toEqual([true, true]);

    // The release before has made a key after a rollback, and has signed screens' tokens with it.
    const second = await generateKeyPair('ES256', { extractable: true });
    const jwkOfSecond = await exportJWK(second.privateKey);
    const made = { kid: await calculateJwkThumbprint(jwkOfSecond), jwk: jwkOfSecond, signs_from: new Date() };
    await rings().updateOne({ _id: 'ring' }, { $push: { keys: made }, $inc: { rev: 1 } });
    const header = { alg: 'ES256', kid: made.kid };
    const ofTv = await new SignJWT({}).setProtectedHeader(header).setExpirationTime('1h').sign(second.privateKey);
    await until(async () => isBelieved(ofTv, siteScreenJwks));
    await until(async () => kidOf(await signedBy(one.people)) === made.kid);
    // The ring of screens has its own key still.
    expect(kidOf(await signedBy(one.screens))).toBe((await own()).kid);
  });

  it('sign for screens at once after a restore of the release before, whose screens are still known', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const { d: _, ...jwk } = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const signs_from = new Date(Date.now() - DAY_MS);
    await rings().insertMany([
      { _id: 'ring', rev: 2, keys: [] },
      { _id: 'screens', rev: 1, keys: [{ kid, jwk, is_peoples: true, signs_from }] },
    ]);
    const { screens } = await replica();
    expect(await isBelieved(await signedBy(screens), siteScreenJwks)).toBe(true);
    const ofTv = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).setExpirationTime('1h').sign(privateKey);
    expect(await isBelieved(ofTv, siteScreenJwks)).toBe(true);
  });

  it('are two rings: a key of one is never believed for what the other signs', async () => {
    const { people, screens } = await replica();
    const [person, screen] = [await signedBy(people), await signedBy(screens)];
    expect([await isBelieved(person), await isBelieved(screen, siteScreenJwks)]).toEqual([true, true]);
    expect([await isBelieved(screen), await isBelieved(person, siteScreenJwks)]).toEqual([false, false]);
  });

  it('are published again to a NATS that lost its data', async () => {
    const keys = await start();
    const token = await signedBy(keys);
    await servers.nats.stop('SIGKILL');
    await servers.nats.wipe();
    await servers.nats.start();
    const fresh = await Bus.connect(servers.nats.url, 'newcomer');
    const newcomer = new StateCache(fresh);
    const heard = await until(() => newcomer.load(siteJwks, '').catch(() => null) as Promise<Jwks | null>);
    expect(heard.keys.map(({ kid }) => kid)).toEqual([kidOf(token)]);
    newcomer.onApplicationShutdown();
    await fresh.close();
  });

  it('are believed where the database was put back to before them and NATS was not', async () => {
    const before = await signedBy(await start());
    await Promise.all(running.splice(0).map((app) => app.close()));
    await rings().updateOne({ _id: 'ring' }, { $set: { rev: 0, keys: [] } });
    const token = await signedBy(await start());
    expect(kidOf(token)).not.toBe(kidOf(before));
    await until(() => isBelieved(token));
    expect(await isBelieved(before)).toBe(false);
  });

  it('sign nothing that nobody could check: without JetStream a part is down', async () => {
    await servers.nats.stop('SIGKILL');
    await servers.nats.start([]);
    const keys = await start();
    await expect(keys.signing()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await servers.nats.stop('SIGKILL');
    await servers.nats.start();
    const token = await until(() => signedBy(keys).catch(() => undefined));
    // The connection of this spec reconnects at its own pace.
    await until(() => isBelieved(token));
  });
});
