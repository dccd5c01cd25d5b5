import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Jwks, siteJwks } from '@sarafa/contracts';
import { Bus, StateCache, newAppContext, withBus } from '@sarafa/server';
import { natsAndMongo, type Servers, until } from '@sarafa/testing';
import { NestFactory } from '@nestjs/core';
import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';
import { AuthConfig } from '../auth.config.js';
import { AuthModule } from '../auth.module.js';
import type { SigningKey } from './key-ring.schema.js';
import { SigningKeys } from './signing-keys.js';

const DAY_MS = 86_400_000;

describe('signing keys', () => {
  let servers: Servers;
  let bus: Bus;
  let state: StateCache;
  let running: { close(): Promise<void> }[] = [];

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
  const start = async (env: Record<string, string> = {}) => {
    const config = AuthConfig.parse({ ...servers.env, ...env });
    const own = await Bus.connect(servers.nats.url, 'auth');
    const appContext = newAppContext();
    const module = withBus(own, appContext, AuthModule.with(config, appContext));
    const app = await NestFactory.createApplicationContext(module, { abortOnError: false });
    running.push({ close: () => app.close().then(() => own.close()) });
    return app.get(SigningKeys, { strict: false });
  };
  const signedBy = async (keys: SigningKeys) => {
    const { kid, jwk } = await keys.signing();
    const token = new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid });
    return token.setExpirationTime('1h').sign(await importJWK(jwk, 'ES256'));
  };
  const published = () => state.load(siteJwks, '').catch(() => null) as Promise<Jwks | null>;
  /** Checks a token as every service does: with the published keys. */
  const isBelieved = async (token: string) =>
    jwtVerify(token, createLocalJWKSet((await published())!), { algorithms: ['ES256'] }).then(
      () => true,
      () => false,
    );
  const ring = () => servers.db.collection<{ rev: number; keys: SigningKey[] }>('signing_keys');
  const age = (index: number, days: number) =>
    ring().updateOne({}, { $set: { [`keys.${index}.signs_from`]: new Date(Date.now() - days * DAY_MS) } });
  const kidOf = (token: string) => decodeProtectedHeader(token).kid!;

  it('are one ring, however many replicas start at once, and each is believed by all', async () => {
    const replicas = await Promise.all([start(), start(), start()]);
    const tokens = await Promise.all(replicas.map(signedBy));
    expect(await ring().countDocuments()).toBe(1);
    expect((await ring().findOne({}))!.keys).toHaveLength(1);
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
    // The new key is published, but doesn't sign yet.
    for (const replica of replicas) expect(kidOf(await signedBy(replica))).toBe(kidOf(before));
    for (const replica of replicas) await until(async () => kidOf(await signedBy(replica)) === keys[1]!.kid);
    expect((await ring().findOne({}))!.keys).toHaveLength(2);
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
    const spent = { ...(await ring().findOne({}))!.keys[0]!, kid: 'spent' };
    await ring().updateOne({}, { $push: { keys: { $each: [spent], $position: 0 } } });
    await until(async () => (await ring().findOne({}))!.keys[0]!.kid !== 'spent');
    expect((await ring().findOne({}))!.keys.map(({ kid }) => kid)).toEqual([kidOf(old), kidOf(next)]);
    expect(await isBelieved(old)).toBe(true);
    await age(1, 401);
    await until(async () => !(await isBelieved(old)));
    expect((await ring().findOne({}))!.keys.map(({ kid }) => kid)).toEqual([kidOf(next)]);
    expect(await isBelieved(next)).toBe(true);
  });

  it('are published again to a NATS that lost its data', async () => {
    const keys = await start();
    const token = await signedBy(keys);
    await servers.nats.stop('SIGKILL');
    await servers.nats.wipe();
    await servers.nats.start();
    const fresh = await Bus.connect(servers.nats.url, 'newcomer');
    const newcomer = new StateCache(fresh);
    const heard = await until(() => newcomer.load(siteJwks, '').catch(() => null) as Promise<Jwks | null>, 15_000);
    expect(heard.keys.map(({ kid }) => kid)).toEqual([kidOf(token)]);
    newcomer.onApplicationShutdown();
    await fresh.close();
  });

  it('sign nothing that nobody could check: without JetStream a part is down', async () => {
    await servers.nats.stop('SIGKILL');
    await servers.nats.start([]);
    const keys = await start();
    await expect(keys.signing()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await servers.nats.stop('SIGKILL');
    await servers.nats.start();
    const token = await until(() => signedBy(keys).catch(() => undefined), 15_000);
    // The connection of this spec reconnects at its own pace.
    await until(() => isBelieved(token));
  });
});
