import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  accountsComplete,
  accountState,
  type Actor,
  AppError,
  askedBy,
  fresh,
  readRpc,
  rpc,
  siteJwks,
  type StateKey,
  type TokenClaims,
} from '@sarafa/contracts';
import { natsServer, type Server, until } from '@sarafa/testing';
import { headers } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { type Running, service } from '../app.js';
import { Bus } from '../nats/bus.js';
import { StoreConfig } from '../config.js';
import { Handles, RpcClient } from './messaging.js';
import { currentRequest, withRequest } from '../request-context.js';
import { StatePublisher } from '../state/state-publisher.js';

const Nothing = z.object({});
const Who = z.object({ id: z.string(), role: z.string(), admin_role: z.string().optional() });
const Named = z.object({ username: z.string().optional() });
const calls = {
  look: readRpc('spec.callers.look', Nothing, Who),
  change: rpc('spec.callers.change', Nothing, Who),
  freshly: fresh(rpc('spec.callers.freshly', Nothing, Who)),
  name: readRpc('spec.callers.name', Nothing, Named),
  passOn: readRpc('spec.callers.pass-on', Nothing, Who),
  between: askedBy(['media', 'settings'], rpc('spec.callers.between', Nothing, Who)),
};
const whoIs = async (actor: Actor) => ({ id: 'nobody', ...actor });

@Controller()
class CallersController {
  constructor(private readonly client: RpcClient) {}

  @Handles(calls.look)
  look(_: object, actor: Actor) {
    return whoIs(actor);
  }

  @Handles(calls.change)
  change(_: object, actor: Actor) {
    return whoIs(actor);
  }

  @Handles(calls.freshly)
  freshly(_: object, actor: Actor) {
    return whoIs(actor);
  }

  @Handles(calls.name)
  async name() {
    return { username: currentRequest()!.call!.username };
  }

  @Handles(calls.between)
  between(_: object, actor: Actor) {
    return whoIs(actor);
  }

  @Handles(calls.passOn)
  passOn(_: object, actor: Actor) {
    return this.client.call(calls.look, {}, actor);
  }
}

@Module({ controllers: [CallersController] })
class CallersModule {}

const [OWNER, VIEWER, SHOP, SESSION, ENDED] = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(24)) as [
  string,
  ...string[],
] &
  string[];
const actors = {
  owner: { role: 'admin', id: OWNER, admin_role: 'owner' },
  viewer: { role: 'admin', id: VIEWER!, admin_role: 'viewer' },
  shop: { role: 'user', id: SHOP! },
  nobody: { role: 'public' },
} satisfies Record<string, Actor>;

let nats: Server;
let bus: Bus;
let client: RpcClient;
let app: Running;
let privateKey: CryptoKey;
let kid: string;
const things = service({ name: 'spec', config: StoreConfig, module: () => ({ module: CallersModule }) });
const start = (env: object) => things.start(StoreConfig.parse({ NATS_URL: nats.url, ...env }));

beforeAll(async () => {
  nats = await natsServer();
  bus = await Bus.connect(nats.url, 'client');
  client = new RpcClient(bus);
  const keys = await generateKeyPair('ES256', { extractable: true });
  privateKey = keys.privateKey;
  const jwk = await exportJWK(keys.publicKey);
  kid = await calculateJwkThumbprint(jwk);
  const state = new StatePublisher(bus);
  await state.publish(siteJwks, '', 1, {
    keys: [{ ...(jwk as { x: string; y: string }), ...{ kty: 'EC', crv: 'P-256' }, kid, alg: 'ES256', use: 'sig' }],
  });
  const said = { username: 'Somebody', logo_url: '', shop_name: '', credentials_version: 1, sessions: [SESSION!] };
  // As users stores it: an owner is `admin`.
  const accounts: StateKey = accountState;
  for (const [id, role] of [
    [OWNER, 'admin'],
    [VIEWER, 'viewer'],
    [SHOP, 'user'],
  ])
    await state.publish(accounts, id!, 1, { ...said, role });
  await state.publish(accountsComplete, '', 1, {});
  app = await start({});
});

afterAll(async () => {
  await app.close();
  await bus.close();
  await nats.remove();
});

const tokenOf = ({ role, id }: Actor & { id: string }, claims: Partial<TokenClaims> = {}, key: CryptoKey = privateKey) =>
  new JwtService().sign(
    { role, ver: 1, sid: SESSION, ...claims },
    {
      algorithm: 'ES256',
      issuer: 'sarafa',
      subject: id,
      keyid: kid,
      expiresIn: '1h',
      privateKey: KeyObject.from(key) as never,
    },
  );
/** Asks as a gateway that names `actor` and hands this token on. */
const ask = (asked: typeof calls.look, actor: Actor, token?: string) =>
  withRequest({ authorization: token === undefined ? undefined : `Bearer ${token}` }, () =>
    client.call(asked, {}, actor),
  ).catch((error: AppError) => error.code);

it('takes a call for an account with its token, and hands the token on to the next service', async () => {
  for (const actor of [actors.owner, actors.viewer, actors.shop]) {
    const token = tokenOf(actor);
    expect(await ask(calls.look, actor, token)).toEqual(actor);
    expect(await ask(calls.passOn, actor, token)).toEqual(actor);
  }
  const named = withRequest({ authorization: `Bearer ${tokenOf(actors.shop)}` }, () =>
    client.call(calls.name, {}, actors.shop),
  );
  expect(await named).toEqual({ username: 'Somebody' });
  expect(await ask(calls.look, actors.nobody)).toEqual({ id: 'nobody', role: 'public' });
});

it("refuses an account without its own good token, whatever the gateway's word", async () => {
  const { owner, shop, viewer } = actors;
  // Not 401: a gateway of the release before sends no token, and its clients would forget theirs.
  for (const actor of [owner, shop]) expect(await ask(calls.look, actor)).toBe('UNAVAILABLE');
  const stranger = (await generateKeyPair('ES256', { extractable: true })).privateKey;
  const bad = {
    others: tokenOf(viewer),
    shops: tokenOf(shop),
    ended: tokenOf(owner, { sid: ENDED! }),
    older: tokenOf(owner, { ver: 0 }),
    forged: tokenOf(owner, {}, stranger),
    none: 'a.b.c',
  };
  for (const [why, token] of Object.entries(bad))
    expect([why, await ask(calls.look, owner, token)]).toEqual([why, 'UNAUTHENTICATED']);
  expect(await ask(calls.look, shop, tokenOf(owner))).toBe('UNAUTHENTICATED');
});

it('takes no token past its end, though it was good a moment ago', async () => {
  const token = tokenOf(actors.owner, { iat: Math.floor(Date.now() / 1_000) - 3_596 });
  expect(await ask(calls.look, actors.owner, token)).toEqual(actors.owner);
  expect(await until(() => ask(calls.look, actors.owner, token).then((code) => typeof code === 'string' && code))).toBe(
    'UNAUTHENTICATED',
  );
});

it('gives an admin the role that the account has, whatever role the gateway names', async () => {
  const { viewer } = actors;
  const claimed: Actor = { ...viewer, admin_role: 'owner' };
  expect(await ask(calls.look, claimed, tokenOf(viewer))).toEqual(viewer);
  expect(await ask(calls.change, claimed, tokenOf(viewer))).toBe('FORBIDDEN');
  expect(await ask(calls.change, actors.owner, tokenOf(actors.owner))).toEqual(actors.owner);
});

it('takes what needs a fresh sign-in only with the token of one, whenever the gateway says that it was', async () => {
  const { owner } = actors;
  const iat = Math.floor(Date.now() / 1_000) - 301;
  const old = tokenOf(owner, { iat });
  expect(await ask(calls.freshly, owner, tokenOf(owner))).toEqual(owner);
  expect(await ask(calls.freshly, owner, old)).toBe('FORBIDDEN');
  expect(await ask(calls.change, owner, old)).toEqual(owner);
  const head = headers();
  head.set('authorization', `Bearer ${old}`);
  const told = JSON.stringify({ input: {}, actor: owner, signedInAt: iat + 300 });
  const reply = await bus.connection.request(calls.freshly.subject, told, { headers: head, timeout: 1_000 });
  expect(reply.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
});

/** Asks as a part that sends this as its own token. */
const askAs = async (actor: Actor, token?: string, person?: string) => {
  const head = headers();
  if (token) head.set('x-service-authorization', `Bearer ${token}`);
  if (person) head.set('authorization', `Bearer ${person}`);
  const reply = await bus.connection.request(calls.between.subject, JSON.stringify({ input: {}, actor }), {
    ...{ headers: head, timeout: 1_000 },
  });
  const { output, error } = reply.json<{ output?: object; error?: AppError }>();
  return output ?? error?.code;
};
const serviceToken = (name: string, claims: object = {}, key?: CryptoKey) =>
  tokenOf({ role: 'service', id: name } as never, claims, key);

it('takes what is between services from those that may ask it, by their tokens, for nobody or for somebody', async () => {
  const { nobody, shop } = actors;
  const settings = serviceToken('settings');
  expect(await askAs(nobody, settings)).toEqual({ id: 'nobody', role: 'public' });
  expect(await askAs(shop, settings, tokenOf(shop))).toEqual(shop);
  expect(await askAs(shop, settings)).toBe('UNAVAILABLE');
  expect(await askAs(nobody, serviceToken('gateway'))).toBe('FORBIDDEN');
  const stranger = (await generateKeyPair('ES256', { extractable: true })).privateKey;
  const bad = [undefined, 'a.b.c', tokenOf(actors.owner), serviceToken('settings', {}, stranger)];
  for (const token of bad) expect(await askAs(nobody, token)).toBe('UNAVAILABLE');
  // What opens calls between services opens nothing that people may.
  expect(await ask(calls.look, shop, serviceToken(shop.id))).toBe('UNAUTHENTICATED');
});

it('takes calls without a token where gateways of the release before are told to be there, and still no bad one', async () => {
  await app.close();
  app = await start({ CALLER_TOKENS: 'optional' });
  expect(await ask(calls.look, actors.shop)).toEqual(actors.shop);
  expect(await ask(calls.look, actors.shop, tokenOf(actors.owner))).toBe('UNAUTHENTICATED');
  expect(await askAs(actors.nobody)).toEqual({ id: 'nobody', role: 'public' });
  expect(await askAs(actors.nobody, serviceToken('gateway'))).toBe('FORBIDDEN');
});
