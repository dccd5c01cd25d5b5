import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CustomTable, type PriceSnapshot, type ShopDashboard, standardRows } from '@sarafa/contracts';
import { addShops, EventStream, type SignedInCaller, until } from '@sarafa/testing';
import { harness, type Harness } from '../shared/harness.js';

const BOARDS = 1_000;
const OF_ONE_SHOP = 10;
const AT_ONCE = 50;
const MARGINS = { gold_margin: 12.5 };

describe('with a thousand boards open, what somebody changes stands within a second', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let shop: string;
  let own: EventStream[];
  let streams: EventStream[];

  beforeAll(async () => {
    w = await harness();
    admin = await w.admin();
    const ids = await addShops(
      w.db,
      Array.from({ length: BOARDS - OF_ONE_SHOP + 1 }, () => ({})),
    );
    shop = ids[0]!;
    await until(async () => (await w.db.collection('accounts').countDocuments({ unpublished: true })) === 0);
    const boards = [...Array<string>(OF_ONE_SHOP - 1).fill(shop), ...ids];
    streams = [];
    for (let from = 0; from < boards.length; from += AT_ONCE) {
      const batch = boards.slice(from, from + AT_ONCE).map((id) => EventStream.open(`${w.product.url}/boards/${id}/events`));
      streams.push(...(await Promise.all(batch)));
    }
    own = streams.slice(0, OF_ONE_SHOP);
    await until(() => streams.every((stream) => stream.since(0, 'maintenance').length > 0));
  });
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await w.end();
  });

  const latest = <T>(stream: EventStream, name: string) => stream.since(0, name).at(-1)?.data as T | undefined;
  /** Waits for at most a second, which begins with the answer. */
  const within = (some: EventStream[], stands: (stream: EventStream) => boolean) => until(() => some.every(stands), 1_000, 5);
  const update = async (fields: object) => expect((await admin.call('put', `/user/update/${shop}`, fields)).status).toBe(200);

  it('a margin', async () => {
    const before = latest<PriceSnapshot>(own[0]!, 'prices')!.gold_24k.sell!;
    await update(MARGINS);
    await within(own, (stream) => latest<PriceSnapshot>(stream, 'prices')!.gold_24k.sell! > before);
  });

  it.each([
    ['a switch', { gold_18k_enabled: false }],
    ['a layout', { layout_orientation: 'vertical' }],
    ['a display time', { price_display_time: 77 }],
  ] as const)('%s', async (_, fields) => {
    await update(fields);
    const [name, value] = Object.entries(fields)[0]!;
    await within(own, (stream) => latest<ShopDashboard>(stream, 'profile')![name as keyof ShopDashboard] === value);
  });

  it('a custom row, and that it is gone', async () => {
    const row = { title: 'Gold Coin 24K (8g)', userId: shop, price: 126_257 };
    const { status, body } = await admin.call('post', '/admin/custom-tables', row);
    expect(status).toBe(201);
    await within(own, (stream) => latest<CustomTable[]>(stream, 'custom-tables')![0]?.title === row.title);
    const { id } = (body as { customTable: CustomTable }).customTable;
    expect((await admin.call('delete', `/admin/custom-tables/${id}`)).status).toBe(200);
    await within(own, (stream) => latest<CustomTable[]>(stream, 'custom-tables')!.length === 0);
  });

  it('a rate list that the shop is given, its next rates, and that the shop is back at the market', async () => {
    const silver = { fineness: 999, per_gram: 160 };
    const rates = (perGram: number) => ({ gold: { fineness: 999, per_gram: perGram }, silver });
    const made = await admin.call('post', '/admin/rate-lists', { name: 'Association', ...rates(14_000) });
    const { id } = (made.body as { rateList: { id: string } }).rateList;
    const gold = (stream: EventStream) => latest<PriceSnapshot>(stream, 'prices')!.gold_24k.sell;
    await update({ rate_list_id: id });
    await within(own, (stream) => latest<PriceSnapshot>(stream, 'prices')!.state === 'listed');
    const before = gold(own[0]!)!;
    expect((await admin.call('put', `/admin/rate-lists/${id}`, rates(14_100))).status).toBe(200);
    await within(own, (stream) => gold(stream)! > before);
    await update({ rate_list_id: null });
    await within(own, (stream) => latest<PriceSnapshot>(stream, 'prices')!.state !== 'listed');
  });

  it('a hold that begins, and ends', async () => {
    for (const end of [new Date(Date.now() + 3_600_000).toISOString(), null]) {
      expect((await admin.call('put', `/user/rates/hold/${shop}`, { until: end })).status).toBe(200);
      await within(own, (stream) => latest<PriceSnapshot>(stream, 'prices')!.held?.until === (end ?? undefined));
    }
  });

  it('rows of its own', async () => {
    const rows = [{ ...standardRows[0]!, id: 'mine' }];
    expect((await admin.call('put', `/user/rate-rows/${shop}`, { rev: 0, rows_mode: 'own', rows })).status).toBe(200);
    await within(own, (stream) => latest<PriceSnapshot>(stream, 'prices')!.rows![0]!.id === 'mine');
  });

  it('a subscription that is ended, and renewed', async () => {
    for (const active of [false, true]) {
      expect((await admin.call('put', `/user/${shop}/subscription`, { active })).status).toBe(200);
      await within(own, (stream) => latest<ShopDashboard>(stream, 'profile')!.isSubscriptionValid === active);
    }
  });

  it.each([
    ['maintenance', '/settings/maintenance', 'isMaintenanceMode', [true, false]],
    ['the public view', '/prices/settings/public-view-enabled', 'enabled', [false, true]],
  ] as const)('%s, on every one of them', async (_, path, name, turns) => {
    for (const turn of turns) {
      expect((await admin.call('put', path, { [name]: turn })).status).toBe(200);
      await within(streams, (stream) => latest<Record<string, boolean>>(stream, 'maintenance')![name] === turn);
    }
  });
});
