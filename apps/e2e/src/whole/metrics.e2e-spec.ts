import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { EventStream, mediaFile, type SignedInCaller, signIn, until } from '@sarafa/testing';
import { newShop, upload } from '../shared/ads.js';
import { ADMIN, type Harness, harness } from '../shared/harness.js';

describe('what an operator can count', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let shop: SignedInCaller;

  beforeAll(async () => {
    w = await harness({ env: { SARAFA_VERSION: '7.0.0' }, withFiles: true });
    admin = await w.admin();
    shop = await newShop(w.product, admin);
  });
  afterAll(() => w?.end());

  const scrape = async () => (await fetch(`${w.product.metricsUrl}/metrics`)).text();
  /** The value of one series; 0 while there is none. */
  const value = async (series: string): Promise<number> => {
    const line = (await scrape()).split('\n').find((found) => found.startsWith(`${series} `));
    return Number(line?.slice(series.length) ?? 0);
  };
  /** By how much `series` grew during `work`, once the counting has been done. */
  const growth = async (series: string[], work: () => Promise<unknown>, wanted: number[]): Promise<void> => {
    const before = await Promise.all(series.map(value));
    await work();
    let grown: number[] = [];
    await until(async () => {
      const after = await Promise.all(series.map(value));
      grown = after.map((count, index) => count - before[index]!);
      return grown.every((count, index) => count >= wanted[index]!);
    }, 5_000).catch(() => undefined);
    expect(grown).toEqual(wanted);
  };

  it('is well formed with all parts in one process', async () => {
    const names = [...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const series = (await scrape()).split('\n').filter((line) => line && !line.startsWith('#'));
    const ids = series.map((line) => line.slice(0, line.lastIndexOf(' ')));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('says of each part whether it is ready and connected, and what runs', async () => {
    for (const app of ['gateway', 'auth', 'users', 'pricing', 'media', 'settings']) {
      expect([app, await value(`sarafa_ready{app="${app}"}`)]).toEqual([app, 1]);
      expect([app, await value(`sarafa_nats_connected{app="${app}"}`)]).toEqual([app, 1]);
    }
    expect(await value('sarafa_build_info{version="7.0.0",revision="unknown"}')).toBe(1);
  });

  it('has the market', async () => {
    expect(await value('sarafa_market_open')).toBe(1);
    expect(await value('sarafa_market_leader')).toBe(1);
    expect(Date.now() / 1_000 - (await value('sarafa_market_last_success_timestamp_seconds'))).toBeLessThan(30);
    const age = await value('sarafa_quote_age_seconds');
    expect(age).toBeGreaterThan(40);
    expect(age).toBeLessThan(200);
  });

  it('has sign-ins by how they ended', () =>
    growth(
      ['ok', 'wrong', 'slowed'].map((outcome) => `sarafa_sign_ins_total{outcome="${outcome}"}`),
      async () => {
        await signIn(w.product.url, ADMIN.username, ADMIN.password);
        const guess = () => signIn(w.product.url, 'nobody', 'wrong').catch(() => undefined);
        await guess();
        // As if as many had failed before that one more may fail.
        const points = limits.signIn.failuresPerNameAnywhere - 1;
        await w.db.collection('failed_sign_ins').updateOne({ key: 'anywhere:nobody' }, { $set: { points } });
        for (let turn = 0; turn < 5; turn++) await guess();
      },
      [1, 2, 4],
    ));

  it('has requests by their route, never by their address', async () => {
    await growth(
      [
        'sarafa_http_requests_total{route="/user/:id/subscription",method="PUT",status="200"}',
        'sarafa_http_requests_total{route="/advertisements/:id",method="DELETE",status="404"}',
        'sarafa_http_requests_total{route="none",method="GET",status="404"}',
        'sarafa_http_request_duration_seconds_count{route="/user/profile/me",method="GET"}',
      ],
      async () => {
        await admin.call('put', `/user/${shop.userId}/subscription`, { active: true });
        await shop.call('delete', `/advertisements/${'ab'.repeat(12)}`);
        await shop.call('get', '/admin/nowhere-at-all?of=mine');
        await shop.call('get', '/api/user/profile/me');
      },
      [1, 1, 1, 1],
    );
    const text = await scrape();
    for (const given of ['nowhere-at-all', 'ab'.repeat(12), shop.userId]) expect(text).not.toContain(given);
  });

  it('has the boards', async () => {
    const url = `${w.product.url}/boards/${shop.userId}/events`;
    const before = await value('sarafa_board_pushes_total');
    const streams: EventStream[] = [];
    const open = async () => streams.push(await EventStream.open(url), await EventStream.open(url));
    await growth(['sarafa_board_streams_opened_total'], open, [2]);
    await shop.call('put', '/user/display-times', { ad_display_time: 12, price_display_time: 13 });
    // A stream begins with the whole state and a heartbeat; what comes later was pushed.
    const pushed = ({ events }: EventStream) => {
      const start = events.findIndex(({ event }) => event === 'heartbeat');
      return start < 0 ? [] : events.slice(start).filter(({ event }) => event !== 'heartbeat');
    };
    await until(() => streams.every((stream) => pushed(stream).some(({ event }) => event === 'profile')));
    await until(async () => (await value('sarafa_board_pushes_total')) - before === streams.flatMap(pushed).length);
    for (const stream of streams) stream.close();
  });

  it('has uploads by how they ended, and their bytes', async () => {
    const picture = mediaFile('picture.png');
    await growth(
      [
        'sarafa_uploads_total{outcome="ok"}',
        'sarafa_uploads_total{outcome="WRONG_TYPE"}',
        'sarafa_upload_bytes_total',
        'sarafa_http_requests_total{route="/advertisements",method="POST",status="201"}',
        'sarafa_http_requests_total{route="/advertisements/upload",method="POST",status="201"}',
      ],
      async () => {
        expect((await upload(shop, picture, 'picture.png')).status).toBe(201);
        expect((await upload(shop, Buffer.from('no picture'), 'picture.png')).status).toBe(415);
      },
      [1, 1, picture.length, 1, 1],
    );
  });

  it('has calls by how they ended', () =>
    growth(
      ['sarafa_rpc_duration_seconds_count{subject="users.accounts.verify",outcome="ok"}'],
      () => signIn(w.product.url, ADMIN.username, ADMIN.password),
      [1],
    ));
});
