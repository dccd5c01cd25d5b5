import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PriceSnapshot, PriceStatus } from '@sarafa/contracts';
import { MovedClock, type RunningApp, setUpdateInterval, signIn, type SignedInCaller, until } from '@sarafa/testing';
import { newShop } from '../shared/ads.js';
import { ADMIN } from '../shared/harness.js';
import { partsHarness } from '../shared/parts.js';

const TEN_MINUTES_MS = 600_000;
const HOUR_MS = 3_600_000;

/** The gateway's clock is right, and pricing's is wrong. */
describe('a hold', () => {
  const w = partsHarness();
  let admin: SignedInCaller;
  let gateway: RunningApp;
  let shop: Awaited<ReturnType<typeof newShop>>;
  let pricingsClock: MovedClock;
  let gold = 467_500;

  const prices = async () => (await (await fetch(`${gateway.url}/prices/user/${shop.userId}`)).json()) as PriceSnapshot;
  const hold = (forMs: number | null) =>
    shop.call('put', `/user/rates/hold/${shop.userId}`, {
      until: forMs === null ? null : new Date(Date.now() + forMs).toISOString(),
    });
  /** When pricing is about to ask the market, by its own clock. */
  const pricingsTime = async () => {
    const { body } = await admin.call('get', '/admin/price-status');
    return Date.parse((body as PriceStatus).nextUpdate!);
  };
  /** The market's price becomes higher than `before`, which boards show when no rates are held. */
  const raiseMarket = async (before: number) => {
    gold += 1_000;
    w.feed.set({ gold: String(gold), silver: '6938' });
    await until(async () => (await prices()).gold_24k.sell! > before);
  };

  beforeAll(async () => {
    pricingsClock = new MovedClock(join(w.dir, 'clock'));
    await setUpdateInterval(w.db, 300);
    w.feed.set({ gold: String(gold), silver: '6938' });
    await w.startParts({ MARKET_STALE_AFTER_MS: String(HOUR_MS), ...pricingsClock.env }, { pricing: pricingsClock.nodeArgs });
    ({ gateway } = w.parts);
    await w.allReady();
    admin = await signIn(gateway.url, ADMIN.username, ADMIN.password);
  });
  beforeEach(async () => {
    shop = await newShop(gateway, admin);
    await admin.call('put', `/user/update/${shop.userId}`, { dynamic_price_interval: 1 });
    await until(async () => (await prices()).gold_24k);
  });

  it('that has ended by itself does not go on by a pricing whose clock is ten minutes behind', async () => {
    const before = (await prices()).gold_24k.sell!;
    const ends = Date.now() + 3_000;
    expect(await hold(3_000)).toMatchObject({ status: 200, body: { held: { until: expect.any(String) } } });
    // A slow machine may show the hold only when it is over.
    await until(async () => Date.now() > ends && (await prices()).held === null);
    await raiseMarket(before);
    // From now on the hold's end is ten minutes ahead by pricing's clock.
    pricingsClock.move(-TEN_MINUTES_MS);
    await until(async () => (await pricingsTime()) < Date.now() - TEN_MINUTES_MS / 2);
    expect((await hold(HOUR_MS)).status).toBe(200);
    await until(async () => (await prices()).state === 'held');
    expect((await prices()).gold_24k.sell!).toBeGreaterThan(before);
  });

  it('ends when it is released by a pricing whose clock is ten minutes ahead', async () => {
    pricingsClock.move(TEN_MINUTES_MS);
    // An end that is past by pricing's clock.
    expect((await hold(TEN_MINUTES_MS / 2)).status).toBe(200);
    await until(async () => (await prices()).state === 'held');
    const before = (await prices()).gold_24k.sell!;
    expect((await hold(null)).status).toBe(200);
    await until(async () => (await prices()).held === null);
    await raiseMarket(before);
    expect((await hold(HOUR_MS)).status).toBe(200);
    await until(async () => (await prices()).state === 'held');
    expect((await prices()).gold_24k.sell!).toBeGreaterThan(before);
  });
});
