import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Actor, type AppError, auth } from '@sarafa/contracts';
import { Bus, RpcClient, type Running } from '@sarafa/server';
import { natsAndMongo, type Servers } from '@sarafa/testing';
import { decodeJwt } from 'jose';
import { authApp } from '../auth.app.js';

const PUBLIC: Actor = { role: 'public' };
const [SCREEN, SHOP] = ['a'.repeat(24), 'b'.repeat(24)];

let servers: Servers;
let app: Running;
let bus: Bus;
let rpc: RpcClient;

beforeAll(async () => {
  servers = await natsAndMongo();
  app = await authApp.start(authApp.config.parse(servers.env));
  bus = await Bus.connect(servers.nats.url, 'spec');
  rpc = new RpcClient(bus);
});
afterAll(async () => {
  await app.close();
  await bus.close();
  await servers.remove();
});

const renew = (authorization: string) => rpc.call(auth.renewScreen, { authorization }, PUBLIC);

it("gives a screen another token for the one that it has, and nobody a screen's for anything else", async () => {
  const { token } = await rpc.call(auth.signScreen, { id: SCREEN!, userId: SHOP! }, PUBLIC);
  const renewed = await renew(`Bearer ${token}`);
  expect(decodeJwt(renewed.token)).toMatchObject({ sub: SCREEN, shop: SHOP, role: 'screen' });
  const [head, claims, signature] = token.split('.');
  const others = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: SHOP })).toString('base64url');
  for (const none of ['', token, 'Bearer a.b.c', `Bearer ${head}.${others}.${signature}`, `Bearer ${head}.${claims}.${head}`]) {
    expect([none, await renew(none).catch(({ code }: AppError) => code)]).toEqual([none, 'UNAUTHENTICATED']);
  }
});

it('gives a part a token that names whoever receives it', async () => {
  const { token, life_s } = await rpc.call(auth.signService, {}, PUBLIC);
  const { sub, role, exp, iat } = decodeJwt(token);
  expect([sub, role, exp! - iat!]).toEqual(['spec', 'service', life_s]);
});
