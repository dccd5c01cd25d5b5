import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boardEvents, type BoardEventName } from '@sarafa/contracts';
import { addShops, changeShop, EventStream, setCustomTables, setSiteSwitch, until } from '@sarafa/testing';
import { exactRates } from '../shared/exact-rates.js';
import { harness, type Harness, QUICK } from '../shared/harness.js';

describe('GET /boards/{id}/events', () => {
  let w: Harness;
  let id: string;

  beforeAll(async () => {
    w = await harness({ pace: QUICK });
    [id] = (await addShops(w.db, [{ shop_name: 'Laxmi' }])) as [string];
    await until(async () => (await w.get(`/prices/user/${id}`)).ok);
  });

  afterAll(() => w.end());

  const open = (shop = id) => EventStream.open(`${w.product.url}/boards/${shop}/events`);

  it('starts with the whole state, each event the JSON of its GET', async () => {
    const stream = await open();
    await stream.next('heartbeat');
    const reads: Partial<Record<BoardEventName, string>> = {
      profile: `/user/dashboard/${id}`,
      prices: `/prices/user/${id}`,
      'custom-tables': `/user/custom-tables/public/${id}`,
      advertisements: `/advertisements/public/${id}`,
    };
    for (const [name, path] of Object.entries(reads)) {
      const [event] = stream.since(0, name);
      expect(boardEvents[name as BoardEventName].parse(event?.data)).toEqual(await w.json(path));
    }
    const [site] = stream.since(0, 'maintenance');
    expect(site?.data).toEqual({
      ...(await w.json('/settings/maintenance')),
      ...(await w.json('/prices/settings/public-view-enabled')),
    });
    stream.close();
  });

  it('tells a new quote within a second of its acceptance, to the rupee, in 40 cases', async () => {
    const margins = Array.from({ length: 40 }, (_, index) => ({
      gold_margin: (index * 13) % 51 === 50 ? 50 : ((index * 137) % 500) / 10,
      silver_margin: ((index * 211) % 500) / 10,
      sell_margin: index % 3 === 0 ? ((index * 7) % 100) / 10 : 0,
      buy_margin: index % 4 === 0 ? ((index * 29) % 500) / 10 : 0,
    }));
    const ids = await addShops(w.db, margins);
    const streams = await Promise.all(
      ids.map(async (shop) => {
        await until(async () => (await w.get(`/user/dashboard/${shop}`)).ok);
        return open(shop);
      }),
    );
    await Promise.all(streams.map((stream) => stream.next('heartbeat')));
    const late: number[] = [];
    for (let round = 0; round < 20; round++) {
      // Without trailing zeros, as prices are stored.
      const [gold, silver] = [
        String(Number((467_500 + round * 17.13).toFixed(2))),
        String(Number((6_938 + round * 1.07).toFixed(2))),
      ];
      w.quote(gold, silver);
      const events = await Promise.all(streams.map((stream) => stream.next('prices')));
      // The first one has the price of the quote that the product began with.
      const accepted = await w.db.collection('quotes').findOne({ 'gold.price': gold }, { sort: { seq: -1 } });
      for (const [index, event] of events.entries()) {
        expect(event.data).toMatchObject(exactRates(gold, silver, margins[index]!));
        late.push(event.at - (accepted!['accepted_at'] as Date).getTime());
      }
    }
    late.sort((a, b) => a - b);
    expect(late[Math.floor(late.length / 2)]).toBeLessThan(1_000);
    expect(late.at(-1)).toBeLessThan(2_000);
    for (const stream of streams) stream.close();
  });

  it('tells a changed margin, switch and row', async () => {
    const stream = await open();
    await stream.next('heartbeat');
    await changeShop(w.db, id, { gold_margin: 2.5, layout_orientation: 'vertical', silver_enabled: false });
    expect((await stream.next('profile')).data).toMatchObject({
      gold_margin: 2.5,
      layout_orientation: 'vertical',
      silver_enabled: false,
    });
    expect((await stream.next('prices')).data).toEqual(await w.json(`/prices/user/${id}`));
    await setCustomTables(w.db, id, [{ title: 'Gold Coin 24K (8g)', price: 126_257.5 }]);
    expect((await stream.next('custom-tables')).data).toMatchObject([
      { title: 'Gold Coin 24K (8g)', price: 126_257.5, userId: id },
    ]);
    await changeShop(w.db, id, { gold_margin: 0 });
    await stream.next('prices');
    stream.close();
  });

  it('tells maintenance and the public view of the whole site', async () => {
    const stream = await open();
    await stream.next('heartbeat');
    await setSiteSwitch(w.db, 'maintenance', true);
    expect((await stream.next('maintenance')).data).toEqual({ isMaintenanceMode: true, enabled: true });
    await setSiteSwitch(w.db, 'maintenance', false);
    await stream.next('maintenance');
    await setSiteSwitch(w.db, 'public-view', false);
    expect((await stream.next('maintenance')).data).toEqual({ isMaintenanceMode: false, enabled: false });
    await setSiteSwitch(w.db, 'public-view', true);
    await stream.next('maintenance');
    stream.close();
  });

  it('tells an ended subscription nothing but the profile, until it is renewed', async () => {
    const [shop] = (await addShops(w.db, [{}])) as [string];
    await until(async () => (await w.get(`/prices/user/${shop}`)).ok);
    const stream = await open(shop);
    await stream.next('heartbeat');
    await changeShop(w.db, shop, { subscription_active: false });
    expect((await stream.next('profile')).data).toMatchObject({ isSubscriptionValid: false, isSubscriptionExpired: false });
    const before = stream.events.length;
    w.quote('470000', '7000');
    await until(async () => (await w.json('/prices/detailed'))['lastUpdated'] === w.feed.current.at!.toISOString());
    expect(stream.since(before, 'prices')).toEqual([]);
    expect([(await w.get(`/prices/user/${shop}`)).status, (await w.get(`/user/dashboard/${shop}`)).status]).toEqual([403, 200]);
    // A new stream gets no more than that either.
    const late = await open(shop);
    await late.next('heartbeat');
    expect(late.events.map(({ event }) => event)).toEqual(['profile', 'heartbeat']);
    late.close();
    await changeShop(w.db, shop, { subscription_active: true });
    await stream.next('profile');
    expect((await stream.next('prices')).data).toMatchObject(exactRates('470000', '7000', noMargins));
    stream.close();
  });

  it('ends when the shop is gone', async () => {
    const [shop] = (await addShops(w.db, [{}])) as [string];
    await until(async () => (await w.get(`/prices/user/${shop}`)).ok);
    const stream = await open(shop);
    await stream.next('heartbeat');
    // A tombstone, as a deletion leaves it.
    await changeShop(w.db, shop, { role: 'admin' });
    await stream.next('gone');
    await until(() => !stream.isOpen);
    await expect(open(shop)).rejects.toThrow('404');
  });

  it('refuses what is no shop', async () => {
    await expect(open('xyz')).rejects.toThrow('400');
    await expect(open('f'.repeat(24))).rejects.toThrow('404');
    expect((await w.get(`/boards/${id}/events`, { method: 'HEAD' })).status).toBe(200);
  });
});

const noMargins = { gold_margin: 0, silver_margin: 0, sell_margin: 0, buy_margin: 0 };
