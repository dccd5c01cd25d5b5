import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  boardHold,
  boardScreens,
  holdsComplete,
  type PriceSnapshot,
  type ShopDashboard,
  shopProfile,
  standardRows,
} from '@sarafa/contracts';
import { caller, EventStream, signIn, type SignedInCaller, until } from '@sarafa/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { plainImage } from '../shared/ad-files.js';
import { upload } from '../shared/ads.js';
import { partsHarness } from '../shared/parts.js';
import { ADMIN } from '../shared/harness.js';
import { TvSet } from '../shared/tv-set.js';

const PASSWORD = 'password of a shop';
const NEW_PASSWORD = 'another password of a shop';

/** Each part runs in a process of its own, over a NATS that loses some of its data. */
describe('state in NATS', () => {
  const w = partsHarness();
  let admin: SignedInCaller;
  let url: string;
  let count = 0;

  beforeAll(async () => {
    await w.startParts({ SWEEP_MS: '300' });
    ({ url } = w.parts.gateway);
  });
  beforeEach(async () => {
    await w.allReady();
    admin = await signIn(url, ADMIN.username, ADMIN.password);
  });

  const newShop = async (): Promise<ShopDashboard> => {
    const form = { username: `lost.shop.${++count}`, password: PASSWORD, shop_name: 'Before' };
    const { status, body } = await admin.call('post', '/user/create', form);
    expect(status).toBe(201);
    return (body as { user: ShopDashboard }).user;
  };
  const statusOf = async (path: string, token?: string) => (await caller(url, token).call('get', path)).status;
  const nameOf = async (id: string) =>
    ((await caller(url).call('get', `/user/dashboard/${id}`)).body as ShopDashboard).shop_name;
  const withNats = async (work: (nats: NatsConnection) => Promise<unknown>) => {
    const nats = await connect({ servers: w.nats.url });
    await work(nats);
    await nats.close();
  };
  const withJetStream = (work: (manager: JetStreamManager) => Promise<unknown>) =>
    withNats(async (nats) => work(await jetstreamManager(nats)));

  it('is right again after NATS was put back to an older copy and a gateway knows nothing else', async () => {
    const [changed, deleted] = [await newShop(), await newShop()];
    const [old, gone] = [await signIn(url, changed.username, PASSWORD), await signIn(url, deleted.username, PASSWORD)];
    const copy = await mkdtemp(join(tmpdir(), 'nats-copy-'));
    await w.nats.stop();
    await w.nats.copyTo(copy);
    await w.nats.start();
    await w.allReady();

    const change = { password: NEW_PASSWORD, shop_name: 'After' };
    await until(async () => (await admin.call('put', `/user/update/${changed.id}`, change)).status === 200);
    expect((await admin.call('delete', `/user/delete/${deleted.id}`)).status).toBe(200);
    const fresh = await signIn(url, changed.username, NEW_PASSWORD);
    const added = await newShop();
    await w.nats.stop();
    await w.nats.copyFrom(copy);
    await rm(copy, { recursive: true });
    await w.nats.start();
    await w.parts.gateway.restart('SIGKILL');

    const seen = async () => ({
      new: await statusOf('/auth/me', fresh.token),
      old: await statusOf('/auth/me', old.token),
      gone: await statusOf('/auth/me', gone.token),
      goneBoard: await statusOf(`/user/dashboard/${deleted.id}`),
      added: await statusOf(`/user/dashboard/${added.id}`),
      name: await nameOf(changed.id),
    });
    const right = { new: 200, old: 401, gone: 401, goneBoard: 404, added: 200, name: 'After' };
    let now: unknown;
    await until(async () => JSON.stringify((now = await seen())) === JSON.stringify(right)).catch(() => undefined);
    expect(now).toEqual(right);
  });

  it('is whole within seconds after its buckets were deleted under the running product', async () => {
    const shop = await newShop();
    const own = await signIn(url, shop.username, PASSWORD);
    await withJetStream(async ({ streams }) => {
      await Promise.all(['KV_accounts', 'KV_boards', 'KV_market', 'KV_site'].map((name) => streams.delete(name)));
    });
    const answers = new Set<number>();
    // A gateway that has just started has nothing in its memory.
    await w.parts.gateway.restart('SIGKILL');
    await until(async () => {
      const status = await statusOf('/auth/me', own.token);
      answers.add(status);
      return status === 200 && (await statusOf(`/prices/user/${shop.id}`)) === 200;
    });
    // Nobody was signed out meanwhile.
    expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const added = await newShop();
    await until(async () => (await statusOf(`/user/dashboard/${added.id}`)) === 200);
    expect(await statusOf('/settings/maintenance')).toBe(200);
  });

  it('tells no board to forget a shop whose state is lost, until its owner says that the shop is gone', async () => {
    const [shop, nobody] = [await newShop(), 'f'.repeat(24)];
    await w.parts.users.stop();
    const filter = `$KV.boards.${shopProfile.key(shop.id)}`;
    await withJetStream(({ streams }) => streams.purge('KV_boards', { filter }));
    await w.parts.gateway.restart('SIGKILL');
    const seen = () => Promise.all([shop.id, nobody].map((id) => statusOf(`/user/dashboard/${id}`)));
    expect(await seen()).toEqual([503, 503]);
    await w.parts.users.start();
    await until(async () => (await seen()).join() === '200,404');
  });

  it('unpairs no screen, neither when it is lost nor when it is put back to an older copy', async () => {
    const shop = await newShop();
    const own = await signIn(url, shop.username, PASSWORD);
    const tv = await TvSet.pair(url, own, 'Front window');
    await until(async () => (await tv.beat()).status === 200);
    const key = boardScreens.key(shop.id);
    const told = async () => {
      const stream = await EventStream.open(`${url}/boards/${shop.id}/events?screen=${tv.screen.id}`);
      await stream.next('heartbeat');
      // Asked for by the gateway itself, which waits for its answer before it tells a removal.
      const { status } = await tv.beat();
      const events = () => stream.since(0, 'screen');
      // A stream is told of a removal a moment later than the beat is.
      if (status === 401) await until(() => events().length > 0).catch(() => undefined);
      stream.close();
      return [status, events().map(({ data }) => data)];
    };
    const spoil: ((nats: NatsConnection) => Promise<unknown>)[] = [
      async (nats) => (await jetstreamManager(nats)).streams.purge('KV_boards', { filter: `$KV.boards.${key}` }),
      // As it was before the screen was paired.
      async (nats) => (await new Kvm(nats).open('boards')).put(key, JSON.stringify({ rev: 1, value: { screens: [] } })),
    ];
    for (const spoils of spoil) {
      await w.parts.settings.stop();
      await withNats(spoils);
      await w.parts.gateway.restart('SIGKILL');
      await until(async () => (await statusOf(`/user/dashboard/${shop.id}`)) === 200);
      expect(await told()).toEqual([503, []]);
      await w.parts.settings.start();
      await until(async () => (await tv.beat()).status === 200);
      await until(async () => JSON.stringify(await told()).includes('Front window'));
    }
    expect((await own.call('delete', `/screens/${tv.screen.id}`)).status).toBe(200);
    expect(await told()).toEqual([401, [{ screen: null }]]);
  });

  it('has no ads and no custom rows of a shop until it is known which are the shop’s', async () => {
    const [shop, plain] = [await newShop(), await newShop()];
    const own = await signIn(url, shop.username, PASSWORD);
    const { name, content } = await plainImage('offer.webp', '#ffee88');
    expect((await upload(own, new Uint8Array(content), name)).status).toBe(201);
    const table = { title: 'Pavan', userId: shop.id, price: 115_651 };
    expect((await admin.call('post', '/admin/custom-tables', table)).status).toBe(201);
    const list = async (path: string) => {
      const { status, body } = await caller(url).call('get', path);
      return status === 200 ? (body as unknown[]).length : status;
    };
    const lists = ({ id }: ShopDashboard) =>
      Promise.all([list(`/advertisements/public/${id}`), list(`/user/custom-tables/public/${id}`)]);
    await until(async () => String(await lists(shop)) === '1,1');
    await Promise.all([w.parts.media.stop(), w.parts.pricing.stop()]);
    await withJetStream(({ streams }) => streams.delete('KV_boards'));
    await w.parts.gateway.restart('SIGKILL');
    for (const { id } of [shop, plain]) await until(async () => (await statusOf(`/user/dashboard/${id}`)) === 200);
    expect([await lists(shop), await lists(plain)]).toEqual([
      [503, 503],
      [503, 503],
    ]);

    await w.parts.pricing.start();
    await until(async () => (await statusOf(`/prices/user/${shop.id}`)) === 200);
    await until(async () => String(await lists(shop)) === '503,1');
    // Boards keep their ads meanwhile, and have rates.
    const stream = await EventStream.open(`${url}/boards/${shop.id}/events`);
    expect((await stream.next('custom-tables')).data).toHaveLength(1);
    await stream.next('heartbeat');
    expect(stream.since(0, 'advertisements')).toEqual([]);
    await w.parts.media.start();
    expect((await stream.next('advertisements')).data).toHaveLength(1);
    stream.close();
    await until(async () => String(await lists(plain)) === '0,0');
  });

  describe('of which the rows and holds of shops are not back yet', () => {
    const [row] = standardRows as [(typeof standardRows)[0]];
    const prices = async (id: string) => {
      const { status, body } = await caller(url).call('get', `/prices/user/${id}`);
      return status === 200 ? (body as PriceSnapshot).rows!.map(({ id }) => id) : status;
    };
    const streamStatus = async (id: string) => {
      const stop = new AbortController();
      const { status } = await fetch(`${url}/boards/${id}/events`, { signal: stop.signal });
      stop.abort();
      return status;
    };
    const standard = standardRows.map(({ id }) => id);
    let own: ShopDashboard;
    let holding: ShopDashboard;
    let plain: ShopDashboard;

    /** Everything but what pricing has published about shops is in NATS, and the gateway knows nothing else. */
    beforeEach(async () => {
      [own, holding, plain] = [await newShop(), await newShop(), await newShop()];
      const hold = { until: new Date(Date.now() + 3_600_000).toISOString() };
      expect((await admin.call('put', `/user/rates/hold/${holding.id}`, hold)).status).toBe(200);
      const list = { rev: 0, rows_mode: 'own', rows: [{ ...row, id: 'mine' }] };
      expect((await admin.call('put', `/user/rate-rows/${own.id}`, list)).status).toBe(200);
      await until(async () => String(await prices(own.id)) === 'mine');
      await w.parts.pricing.stop();
      await withJetStream(({ streams }) => streams.delete('KV_boards'));
      await w.parts.gateway.restart('SIGKILL');
      const isBack = async ({ id }: ShopDashboard) => (await statusOf(`/user/dashboard/${id}`)) === 200;
      await until(async () => (await isBack(own)) && (await isBack(plain)));
    });

    const stateOf = async (id: string) => {
      const { status, body } = await caller(url).call('get', `/prices/user/${id}`);
      return status === 200 ? (body as PriceSnapshot).state : status;
    };

    it('has no prices of a shop until it is known whether it holds them', async () => {
      await w.parts.pricing.start();
      await until(async () => (await stateOf(holding.id)) === 'held');
      await w.parts.pricing.stop();
      // All rows are there, and the holds are not.
      await withJetStream(async ({ streams }) => {
        // Without a trace: a purged key of KV would be known to be gone.
        for (const key of [boardHold.key(holding.id), holdsComplete.key('')]) {
          await streams.purge('KV_boards', { filter: `$KV.boards.${key}` });
        }
      });
      await w.parts.gateway.restart('SIGKILL');
      await until(async () => (await statusOf(`/user/dashboard/${holding.id}`)) === 200);
      // From before pricing starts, because all may be back by the time it is ready.
      const seen = new Set([await stateOf(holding.id)]);
      const started = w.parts.pricing.start();
      await until(async () => seen.add(await stateOf(holding.id)).has('held'));
      expect([...seen]).toEqual([503, 'held']);
      await started;
    });

    it('has no prices of a shop until it is known which rows are the shop’s', async () => {
      expect([await prices(own.id), await prices(plain.id)]).toEqual([503, 503]);
      expect([await streamStatus(own.id), await streamStatus(plain.id)]).toEqual([503, 503]);
      expect(await statusOf('/prices/detailed')).toBe(200);
      const seen = new Set([String(await prices(own.id))]);
      const started = w.parts.pricing.start();
      await until(async () => seen.add(String(await prices(own.id))).has('mine'));
      expect([...seen]).toEqual(['503', 'mine']);
      await started;
      await until(async () => String(await prices(plain.id)) === String(standard));
      expect([await streamStatus(own.id), await streamStatus(plain.id)]).toEqual([200, 200]);
    });
  });

  describe('that takes no writes', () => {
    const ready = async () => (await fetch(`${w.parts.users.metricsUrl}/health/ready`)).status;
    const unpublished = async () => {
      const text = await (await fetch(`${w.parts.users.metricsUrl}/metrics`)).text();
      return Number(/^sarafa_unpublished_documents\{documents="accounts"\} (\d+)/m.exec(text)?.[1]);
    };

    it('takes nobody’s rights away: what would is refused and nothing of it is done, until it can be told everybody', async () => {
      const shop = await newShop();
      const own = await signIn(url, shop.username, PASSWORD);
      const revoked = async () => [
        (await admin.call('put', `/user/update/${shop.id}`, { password: NEW_PASSWORD })).status,
        (await own.call('post', '/auth/logout-all')).status,
        (await admin.call('put', `/user/${shop.id}/subscription`, { active: false })).status,
        (await admin.call('delete', `/user/delete/${shop.id}`)).status,
      ];
      await withJetStream(({ streams }) => streams.update('KV_accounts', { max_msg_size: 1 }));
      expect(await revoked()).toEqual([503, 503, 503, 503]);
      expect(await ready()).toBe(503);
      expect(await statusOf('/auth/me', own.token)).toBe(200);
      // The password is the same, but no gateway could be told of the session that it begins.
      const login = (password: string) => caller(url).call('post', '/auth/login', { username: shop.username, password });
      expect([(await login(PASSWORD)).status, (await login(NEW_PASSWORD)).status]).toEqual([503, 401]);
      expect((await caller(url).call('get', `/user/dashboard/${shop.id}`)).body).toMatchObject({ isSubscriptionValid: true });
      // A change that takes no right away is saved, and published later.
      expect((await admin.call('put', `/user/update/${shop.id}`, { shop_name: 'After' })).status).toBe(200);
      expect(await unpublished()).toBe(1);

      await withJetStream(({ streams }) => streams.update('KV_accounts', { max_msg_size: -1 }));
      await until(async () => (await unpublished()) === 0);
      await until(async () => (await ready()) === 200);
      const sessions = (await own.call('get', '/auth/sessions')).body as { current: boolean }[];
      expect(sessions.map(({ current }) => current)).toEqual([true]);
      // The new password has ended the shop's own session.
      expect(await revoked()).toEqual([200, 401, 200, 200]);
      await until(async () => (await statusOf('/auth/me', own.token)) === 401);
    });
  });
});
