import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as contracts from '@sarafa/contracts';
import type { PartName } from '@sarafa/contracts';
import {
  type Caller,
  caller,
  EventStream,
  mediaFile,
  natsServer,
  PARTS,
  type Server,
  type SignedInCaller,
  signIn,
  until,
} from '@sarafa/testing';
import { connect, headers, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { newShop, upload } from '../shared/ads.js';
import { partsHarness } from '../shared/parts.js';
import { ADMIN } from '../shared/harness.js';
import { TvSet } from '../shared/tv-set.js';

/** The configuration that the chart gives to nats-server. */
const CONFIG = fileURLToPath(new URL('../../../../helm/sarafa/files/nats-users.conf', import.meta.url));
const passwordOf = (user: string) => `secretOf${user}`;

function formWithLogo(): FormData {
  const form = new FormData();
  form.set('username', 'second-admin');
  form.set('password', ADMIN.password);
  form.set('logo', new Blob([mediaFile('picture.png')]), 'logo.png');
  return form;
}

const metal = { fineness: 999, per_gram: 100 };
const LIST = { name: 'Association', gold: metal, silver: metal };

const env = Object.fromEntries(PARTS.map((part) => [`NATS_${part.toUpperCase()}_PASSWORD`, passwordOf(part)]));

const rpcs = Object.values(contracts)
  .flatMap((group) => (typeof group === 'object' && group !== null ? Object.values(group) : []))
  .map((kind) => (kind as Partial<contracts.Rpc> | null) ?? {})
  .filter((kind): kind is contracts.Rpc => typeof kind.subject === 'string' && kind.input !== undefined);
const SIGN = contracts.auth.signService.subject;
/** The subjects that a part asks. Each asks for a token that names it; what isn't for certain parts is the gateway's to ask. */
const askedByPart = (part: PartName) => [
  ...rpcs.filter(({ askedBy = ['gateway'] }) => askedBy.includes(part)).map(({ subject }) => subject),
  ...(part === 'gateway' ? [] : [SIGN]),
];

describe('each service as a user of NATS of its own', () => {
  const w = partsHarness((dir) => natsServer({ config: CONFIG, env, log: join(dir, 'nats.log') }));
  let admin: SignedInCaller;

  beforeAll(async () => {
    const urlOf = (user: string) => w.nats.url.replace('nats://', `nats://${user}:${passwordOf(user)}@`);
    await w.startParts({ SWEEP_MS: '200' }, {}, (part) => ({ NATS_URL: urlOf(part) }));
    admin = await signIn(w.parts.gateway.url, ADMIN.username, ADMIN.password);
  });

  const answers = async (who: Caller, method: string, path: string, body?: unknown) => {
    const { status } = await who.call(method, path, body);
    expect([method, path, status]).toEqual([method, path, status < 300 ? status : 'below 300']);
  };

  it('lets them do all of their work', async () => {
    const shop = await newShop(w.parts.gateway, admin);
    const board = await EventStream.open(`${w.parts.gateway.url}/boards/${shop.userId}/events`);
    const reader = caller(w.parts.gateway.url);
    await until(async () => (await reader.call('get', `/prices/user/${shop.userId}`)).status === 200);
    await answers(shop, 'put', '/user/display-times', { ad_display_time: 12, price_display_time: 13 });
    await answers(shop, 'put', '/advertisements/toggle-ads', { ads_enabled: true });
    expect((await upload(shop, mediaFile('picture.png'), 'picture.png')).status).toBe(201);
    await answers(admin, 'get', '/admin/overview');
    await answers(admin, 'post', '/admin/custom-tables', { title: 'Coin', userId: shop.userId, price: 900 });
    await answers(shop, 'get', '/user/custom-tables/me');
    await answers(admin, 'post', '/admin/rate-lists', { ...LIST, reminder_time: '00:00' });
    const wasSet = { $set: { set_at: new Date(Date.now() - 86_400_000) }, $inc: { rev: 1 } };
    await w.db.collection('rate_lists').updateOne({}, wasSet);
    await until(() => w.db.collection('rate_lists').findOne({ reminded_at: { $type: 'date' } }));
    await answers(admin, 'put', '/admin/price-settings', { interval: 60_000 });
    await answers(admin, 'put', '/admin/dynamic-price-settings', { interval: 5 });
    await answers(admin, 'post', '/admin/create', formWithLogo());
    await answers(admin, 'put', '/settings/maintenance', { isMaintenanceMode: true });
    await answers(admin, 'put', '/settings/maintenance', { isMaintenanceMode: false });
    const tv = await TvSet.pair(w.parts.gateway.url, shop, 'Front window');
    await until(async () => (await tv.beat()).status === 200);
    await answers(shop, 'get', '/screens/push-key');
    const [command] = await Promise.all([
      shop.call('post', `/screens/${tv.screen.id}/commands`, { command: 'next' }),
      tv.obey(1),
    ]);
    expect(command.status).toBe(200);
    const passwords = { current_password: 'password of a shop', password: 'another password' };
    const changed = await shop.call('put', '/auth/password', passwords);
    const { token } = contracts.SignedIn.parse(changed.body);
    await answers(caller(w.parts.gateway.url, token), 'post', '/auth/logout-all');
    await answers(admin, 'post', '/admin/price-refresh');
    await answers(admin, 'get', '/admin/quarantine');
    await answers(admin, 'put', '/prices/settings/public-view-enabled', { enabled: true });
    await answers(admin, 'delete', `/user/delete/${shop.userId}`);
    await until(async () => (await reader.call('get', `/user/dashboard/${shop.userId}`)).status === 404);
    await until(() => board.since(0, 'gone').length === 1);
    board.close();
  });

  it('do for the gateway only what whoever calls it may do', async () => {
    const owner = { role: 'admin', id: admin.userId, admin_role: 'owner' };
    const shop = await newShop(w.parts.gateway, admin);
    const gateway = await connect({
      servers: w.nats.url,
      user: 'gateway',
      pass: passwordOf('gateway'),
      inboxPrefix: '_INBOX.gateway',
    });
    const refusalOf = async (subject: string, token?: string) => {
      const head = headers();
      if (token) head.set('authorization', `Bearer ${token}`);
      const call = JSON.stringify({ input: {}, actor: owner });
      return (await gateway.request(subject, call, { headers: head, timeout: 4_000 })).json<{ error?: { code: string } }>()
        .error?.code;
    };
    for (const subject of askedByPart('gateway')) {
      const refusals = [await refusalOf(subject), await refusalOf(subject, shop.token)];
      const isItsOwn = rpcs.find((rpc) => rpc.subject === subject)!.askedBy;
      expect([subject, ...refusals]).toEqual([subject, 'UNAVAILABLE', isItsOwn ? 'UNAVAILABLE' : 'UNAUTHENTICATED']);
    }
    // Were the words of the call at fault, these would be as well.
    expect(await refusalOf(contracts.users.listAdmins.subject, admin.token)).toBeUndefined();
    await gateway.close();
  });

  it('has all of its streams again by auth, which alone may make them, once NATS has lost everything', async () => {
    const shop = await newShop(w.parts.gateway, admin);
    await answers(admin, 'post', '/admin/custom-tables', { title: 'Kept until then', userId: shop.userId, price: 900 });
    await w.parts.auth.stop();
    await w.nats.stop();
    await w.nats.wipe();
    await w.nats.start();
    // Auth comes last.
    await Promise.all([w.parts.gateway.restart('SIGKILL'), sleep(3_000).then(() => w.parts.auth.start())]);
    const reader = caller(w.parts.gateway.url);
    await until(async () => (await reader.call('get', `/prices/user/${shop.userId}`)).status === 200);
    await until(async () => (await shop.call('put', '/user/display-times', { ad_display_time: 12 })).status === 200);
    // Pricing hears of a deletion by an event.
    const ownTables = () => w.db.collection('custom_tables').countDocuments({ 'tables.title': 'Kept until then' });
    expect(await ownTables()).toBe(1);
    await answers(admin, 'delete', `/user/delete/${shop.userId}`);
    await until(async () => (await ownTables()) === 0);
  });

  it('has refused nothing that one of them needs', () => {
    const told = readFileSync(join(w.dir, 'nats.log'), 'utf8');
    expect(told).toContain('Server is ready');
    expect(told.split('\n').filter((line) => /violation|authorization/i.test(line))).toEqual([]);
  });
});

describe('a user of NATS', () => {
  /** The subjects that each service may publish to, because it owns them. */
  const MAY_SAY: Record<PartName, string[]> = {
    gateway: [],
    auth: ['$KV.site.jwks', '$KV.site.screen-jwks'],
    users: ['$KV.accounts.7', '$KV.accounts.accounts-complete', '$KV.boards.7.profile', '$KV.boards.profiles-complete'],
    pricing: [
      ...['$KV.market.quote', '$KV.market.held.7', '$KV.market.status'],
      ...['$KV.site.import-duty', '$KV.site.price-settings'],
      ...['$KV.boards.7.custom-tables', '$KV.boards.custom-tables-complete'],
      ...['$KV.boards.7.rate-rows', '$KV.boards.rate-rows-complete'],
      ...['$KV.boards.7.hold', '$KV.boards.holds-complete', '$KV.boards.7.rate-list'],
      ...['$KV.market.lists', '$KV.market.rate-lists'],
    ],
    media: ['$KV.boards.7.advertisements', '$KV.boards.advertisements-complete'],
    settings: ['$KV.site.maintenance', '$KV.site.public-view', '$KV.boards.7.screens', '$KV.boards.screens-complete'],
  };
  /** The buckets of which each service reads many keys at once. Only auth, which has the keys anyway, writes into one of its own. */
  const MAY_READ: Record<PartName, string[]> = {
    gateway: ['accounts', 'boards', 'market', 'site'],
    auth: ['accounts', 'site'],
    users: ['site'],
    pricing: ['accounts'],
    media: ['accounts', 'site'],
    settings: ['accounts'],
  };
  const BUCKETS = ['accounts', 'boards', 'leases', 'market', 'site'];
  const STREAMS = [...BUCKETS.map((bucket) => `KV_${bucket}`), 'OBJ_web_files', 'events'];
  const owned = Object.values(MAY_SAY).flat();
  /** A state key with a single value has no id in its key. */
  const stateKeys = Object.values(contracts)
    .filter((kind) => typeof kind === 'object' && kind !== null && 'bucket' in kind)
    .map((kind) => kind as contracts.StateKey)
    .map(({ bucket, key }) => ['', '7'].map((id) => `$KV.${bucket}.${key(id)}`))
    .map(([one, many]) => (owned.includes(one!) ? one! : many!));
  let dir: string;
  let nats: Server;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'nats-users-'));
    nats = await natsServer({ config: CONFIG, env, log: join(dir, 'nats.log') });
  });
  afterAll(async () => {
    await nats.remove();
    rmSync(dir, { recursive: true });
  });

  /** The `subjects` that NATS refuses when `user` does something with them. */
  const refused = async (user: PartName, does: (nats: NatsConnection, subject: string) => unknown, subjects: string[]) => {
    const connection = await connect({ servers: nats.url, user, pass: passwordOf(user) });
    const found: string[] = [];
    const watch = (async () => {
      for await (const status of connection.status()) {
        if (status.type === 'error' && status.error instanceof PermissionViolationError) found.push(status.error.subject);
      }
    })();
    for (const subject of subjects) {
      does(connection, subject);
      await connection.flush();
    }
    await connection.flush();
    await connection.close();
    await watch;
    return found.sort();
  };
  const without = (all: string[], some: string[]) => all.filter((subject) => !some.includes(subject)).sort();
  const publishes = (connection: NatsConnection, subject: string) => connection.publish(subject, '{}');
  const listens = (connection: NatsConnection, subject: string) => void connection.subscribe(subject, { callback: () => {} });

  it.each(PARTS)('%s may make its own calls and no others', async (part) => {
    const all = rpcs.map(({ subject }) => subject);
    expect(all.length).toBeGreaterThan(30);
    expect(await refused(part, publishes, all)).toEqual(without(all, askedByPart(part)));
  });

  it.each(PARTS)('%s may change its own state and no other', async (part) => {
    expect([...owned].sort()).toEqual([...stateKeys].sort());
    expect(await refused(part, publishes, stateKeys)).toEqual(without(stateKeys, MAY_SAY[part]));
  });

  it.each(PARTS)('%s may read the state that it needs and no other', async (part) => {
    const reads = (streams: string[]) =>
      streams.flatMap((stream) => [`$JS.API.DIRECT.GET.${stream}`, `$JS.API.DIRECT.GET.${stream}.any`]);
    const all = reads(STREAMS);
    const may = reads(MAY_READ[part].map((bucket) => `KV_${bucket}`));
    expect(await refused(part, publishes, all)).toEqual(without(all, may));
    const written = MAY_SAY[part].map((subject) => subject.split('.')[1]!);
    if (part !== 'auth') expect(MAY_READ[part].filter((bucket) => written.includes(bucket))).toEqual([]);
  });

  // A stream may be told to take in what others say, and a stream or a consumer to say what it has under another name.
  it.each(PARTS.filter((part) => part !== 'auth'))('%s may configure neither a stream nor a consumer', async (part) => {
    const all = [...STREAMS, 'of_its_own'].flatMap((stream) => [
      `$JS.API.STREAM.CREATE.${stream}`,
      `$JS.API.STREAM.UPDATE.${stream}`,
      `$JS.API.CONSUMER.CREATE.${stream}`,
      ...[`${part}-users-shop-deleted`, 'of_its_own'].flatMap((name) => [
        `$JS.API.CONSUMER.CREATE.${stream}.${name}`,
        `$JS.API.CONSUMER.CREATE.${stream}.${name}.any`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${name}`,
      ]),
    ]);
    expect(await refused(part, publishes, all)).toEqual(without(all, []));
  });

  it('may answer what it has asked itself nowhere but in its inbox', async () => {
    const asks = (connection: NatsConnection, reply: string) => {
      const own = connection.subscribe('gateway.boards.open', { max: 1, callback: (_, message) => void message.respond('{}') });
      connection.publish('gateway.boards.open', '', { reply });
      return own;
    };
    const all = ['$KV.site.jwks', '$JS.API.STREAM.UPDATE.KV_site', '_INBOX.auth.any', '_INBOX.gateway.any'];
    expect(await refused('gateway', asks, all)).toEqual(without(all, ['_INBOX.gateway.any']));
  });

  it.each(PARTS)("%s hears neither others' calls nor what is answered to them", async (part) => {
    const others = PARTS.filter((other) => other !== part).flatMap((other) => [`_INBOX.${other}.>`, `${other}.>`]);
    expect(await refused(part, listens, others)).toEqual(without(others, []));
    expect(await refused(part, listens, ['>', '_INBOX.>', '$KV.>'])).toEqual(['$KV.>', '>', '_INBOX.>']);
    expect(await refused(part, listens, [`_INBOX.${part}.>`])).toEqual([]);
  });

  it('needs a password', async () => {
    await expect(connect({ servers: nats.url })).rejects.toThrow(/authorization/i);
    await expect(connect({ servers: nats.url, user: 'users', pass: 'guessed' })).rejects.toThrow(/authorization/i);
  });
});
